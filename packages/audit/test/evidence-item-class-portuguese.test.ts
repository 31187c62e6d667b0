import { describe, expect, it } from 'vitest'
import { sketch, tableOf } from './evidence-item-sketch.js'

/** Own texts with what they promise, written before it was known what the code makes of them. */
const promises = {
  'change: write': `
    Corrigir o erro do calendário
    Passo 2: Adicionar um botão
    Adicionar testes para o analisador
    Escrever testes unitários
    Implementar a busca
    Implementação da busca
    Criação do componente
    Atualizar a configuração
    Atualização das rotas
    Remover código morto
    Criar o componente
    Migrar o banco de dados
    Refatorar o módulo de pagamentos
    Excluir arquivos antigos
    Configurar o cache
  `,
  'verify: check test runOnly': `
    Executar os testes
    Rodar os testes
    Rodar testes unitários
    Execução dos testes
  `,
  'verify: check test': `
    Verificar se os testes passam
    Garantir que todos os testes passem
    Testes unitários
  `,
  'verify: check functional': `
    Testar a página inicial
    Testar o login
    Verificar se o servidor inicia
    Verificar se a página carrega
    Conferir o funcionamento do serviço
  `,
  'verify: check': `
    Verificar as alterações
    Verificação final
    Validar a correção
  `,
  'verify: inspection': `
    Verificar as permissões
    Verificar o tratamento de erros
  `,
  'verify: check build': `
    Compilar o projeto
  `,
  'research: inspection': `
    Revisar o código
    Revisão de código
  `,
  'research: reading': `
    Analisar o código existente
    Análise das consultas
    Investigar o vazamento de memória
    Procurar usos da API antiga
    Ler a documentação
    Entender o roteador
  `,
  'think: prose': `
    Projetar a arquitetura
    Planejar a migração
    Escolher um banco de dados
  `,
  'communicate: prose': `
    Resumir os resultados
    Escrever o relatório
    Relatório final
    Resumo das mudanças
  `,
  'execute: execute': `
    Iniciar o servidor
    Reiniciar o serviço
    Fazer deploy em produção
    Implantar em produção
    Instalar as dependências
  `,
  'change: write + check functional': `
    Corrigir o formulário e testar a página
  `,
}

describe('the promise of an item in Portuguese', () => {
  it.each(tableOf(promises))('%s', (text, promise) => {
    expect(sketch(text)).toBe(promise)
  })
})
