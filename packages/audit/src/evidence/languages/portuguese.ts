/** Portuguese: stems, with the endings that the Romance languages share. */

import { defineLanguage, type Language, type Phrases, phraseReader } from './language.js'

const phrases: Phrases = [
  ['deploy', /^(?:fazer|faça) (?:o )?deploy\b/iu],
  [
    'commit',
    /^(?:fazer|faça) (?:o |um )?(?:commit|push)\b|^(?:subir|enviar) (?:as|os) (?:alterações|mudanças)\b/iu,
  ],
]

/** What the audit knows of Portuguese. */
export const portuguese: Language = defineLanguage({
  name: 'Portuguese',
  romance: {
    stems: [
      ['test', 'test prov'],
      ['verify', 'verific valid control confirm confer garant'],
      ['review', 'audit auditor revis revu rever'],
      ['build', 'compil recompil'],
      ['run', 'execut execuc corr lanc rod'],
      ['start', 'inici reinici parar levant'],
      ['deploy', 'implant public distribu subi sub'],
      ['install', 'instal baix desinstal'],
      ['commit', 'commit'],
      [
        'change',
        'corrig modific refator refatoriz refatora adicion inclu remov atualiz substitu renome alter ' +
          'melhor exclu mud mov otimiz consert ajust arrum elimin configur integr migr adapt extra',
      ],
      ['create', 'cre cri implement desenvolv constru construi escrev escrit realiz'],
      ['document', 'document'],
      ['generate', 'gener prepar elabor'],
      [
        'research',
        'analis examin explor compar identific investig busc ler entend encontr procur pesquis ' +
          'localiz diagnostic estud',
      ],
      ['think', 'planej projet decid escolh defin'],
      ['communicate', 'resum resumi present apresent explic inform relat comunic'],
      ['delegate', 'deleg'],
      ['mark', 'termin finaliz complet conclu concluir'],
    ],
    verbs: [
      ['start', 'parar'],
      ['deploy', 'subir'],
      ['verify', 'verifica verifique'],
      ['change', 'aplicar'],
      ['research', 'busca'],
    ],
    nouns: [
      ['test', 'prova testes teste'],
      ['review', 'revisao auditoria'],
      ['build', 'construcao'],
      ['run', 'execucao'],
      ['start', 'reinicio'],
      ['deploy', 'implantacao deploy'],
      ['change', 'correcao atualizacao migracao refatoracao ajuste'],
      ['create', 'criacao'],
      ['generate', 'redacao'],
      ['research', 'analise leitura'],
      ['think', 'projeto'],
      ['communicate', 'resumo relatorio'],
    ],
  },
  phrase: phraseReader(phrases),
  words: {
    and: 'e',
    adverbs: 'primeiro depois finalmente',
    articles: 'o os as',
    prepositions: 'de da das do dos em para',
    purposes: 'sobre para',
    listEnds: 'para',
    of: 'de do da',
  },
  patterns: {
    testCheck: /\btestes\b/iu,
    buildCheck: /\bcompilação/iu,
    checkName: /testes/iu,
    kindOfTests: /^testes (?:unitários|de (?:integração))$/iu,
    testsFor: /(?:testes|tests)\s+para\s/iu,
    denial: /(?:não|nao)(?!\p{L})/iu,
    stage: /(?:^|\s)(?:passo|etapa|fase|tarefa)\s*#?[\w.]*\d/iu,
    functional:
      /dados de (?:exemplo|teste)|(?<!\p{L})(?:página|servidor|serviço|navegador|funciona\p{L}*|inicia|carrega)(?!\p{L})/iu,
    codeProperty: /(?<!\p{L})(?:permissões|tratamento de erros|segredos?|segurança)(?!\p{L})/iu,
    proseThing: /(?<!\p{L})(?:relatório|documentação)\s*$/iu,
    reviewNoun: /(?<!\p{L})revisão(?!\p{L})/iu,
    migration: /migraç(?:ão|ões)/iu,
    applyVerb: /aplic/iu,
    makeVerb: /cri/iu,
    writeVerb: /cri|escrev|elabor/iu,
    turnedAway: /\brejeit\p{L}+\b/iu,
    removes: /elimin/iu,
    everything: /\b(?:todos|todas)\b/iu,
    places: /\bpáginas\b/iu,
    each: /\b(?:todos|todas|cada)\b/iu,
    creates: /cria|escrev/iu,
    absence: /(?<!\p{L})(?:nada|restantes?)(?!\p{L})/iu,
    liveSystem: /\b(?:navegador|manualmente)\b/iu,
    wholeCheck: /\b(?:todas?|todos|completa)\b/iu,
    redOnPurpose: /(?<![\p{L}\p{N}])falh\p{L}*(?![\p{L}\p{N}])/iu,
    notDone:
      /(?<![\p{L}\p{N}])(?:(?:bloquead|ignorad|pulad|adiad)[oa]s?|falhou|não aplicável)(?![\p{L}\p{N}])/iu,
    all: /\btod[oa]s\b/iu,
  },
})
