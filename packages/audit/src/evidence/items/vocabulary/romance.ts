/** French, Spanish, Portuguese and Italian: stems with the endings of the infinitive, the imperative and the verbal noun. */

import { type Act, actOfForm, type Conjugation, folded, mapOf, type Vocabulary } from './act.js'

const stems: Vocabulary = [
  ['test', 'test prob prueb prov'],
  [
    'verify',
    'verifi verific valid control controll confirm comprob comprueb confer assur asegur assicur garant',
  ],
  ['review', 'audit auditor revis reliq relir relis reli rived rivedi revu rever'],
  ['build', 'compil recompil'],
  ['run', 'execut ejecut ejecuc execuc esegu eseguisc esecuz lanc lanci lanz corr rod'],
  [
    'start',
    'demarr redemarr inici reinici avvi riavvi riavvia arranc deten arret arrestr ferm parar encend levant relanc',
  ],
  ['deploy', 'deploi deploy despleg desplieg desplieg public publi implant distribu subi sub'],
  ['install', 'install instal telecharg descarg baix scaric desinstal'],
  ['commit', 'commit pouss fusionn'],
  [
    'change',
    'ajout corrig correg corregg correc correct correzion modifi modific supprim suppress retir refactoris refactoriz ' +
      'refator amelior remplac renomm configur integr migr optimis nettoy deplac simplifi adapt activ desactiv ' +
      'anad agreg arregl elimin quit actualiz mejor reempl reemplaz renombr cambi muev mov optimiz limpi sustitu ' +
      'adicion inclu remov atualiz refatoriz refatora substitu renome alter melhor exclu mud otimiz consert ajust arrum ' +
      'aggiung aggiunt aggiorn rimuov rimoz sostitu rinomin miglior spost ottimizz rifattorizz sistem cancell ' +
      'apport borr reescrib extraig extra traduc',
  ],
  [
    'create',
    'cre implement ecri ecrir redig develop desarroll desenvolv construi constru escrib escrit escrev scriv svilupp ' +
      'svolg cri crea realis realiz realizz',
  ],
  ['document', 'document'],
  ['generate', 'gener genera prepar produi produc redact redig elabor'],
  [
    'research',
    'analys analis analiz analizz examin explor cherch recherch lir lis lis compar comprend comprendr identifi identific trouv ' +
      'investig busc le ler leer lee entend entiend encontr encuentr examin procur pesquis localiz esplor cerc ' +
      'legg lettur cap capi trov indag confront diagnos diagnostic analyz etudi etudier estudi estud',
  ],
  [
    'think',
    'concev concevoir concept planifi planific decid choisi diseñ disen eleg elig projet planej escolh defin ' +
      'progett pianific scegli scegl decis choix',
  ],
  [
    'communicate',
    'resum present expliqu explic informa rapport rapportr inform resumi apresent riassum spieg riepilog comunic relat',
  ],
  ['delegate', 'delegu deleg'],
  ['mark', 'termin finalis finaliz complet conclu concluir'],
]

/** The infinitive, the imperative and the gerund, with a pronoun or without. */
const verbEndings =
  'r re ar er ir are ere ire oir ez e es a i o iz issez isci ant ando endo iendo indo arlo arla arlos arlas ' +
  'erlo irlo arse erse irse arsi ersi irsi icar icare izar ise iser izer'

/** Verbal nouns. */
const nounEndings =
  'ion cion sion cao coes zione sione ation cation acion acao icion icao izione uzione ucion ucao ement ' +
  'amento amiento imento aggio age ment ssion ication icacion icacao icazione azione isation izacion izacao izzazione'

const stemActs = mapOf(stems)
const verbForms: Conjugation = { stems: stemActs, endings: new Set(verbEndings.split(' ')) }
const nounForms: Conjugation = { stems: stemActs, endings: new Set(nounEndings.split(' ')) }

/** Verbs that stems and endings do not give. */
const verbs = mapOf([
  ['verify', 'verifica verifie verifiez verifique assurer assure asegurarse assicurarsi'],
  ['review', 'relire rivedere'],
  ['test', 'provare probarla probarlo probarlas probarlos testarla'],
  ['start', 'parar fermare'],
  ['deploy', 'desplegar distribuire subir suba'],
  ['change', 'mettre rimuovere aplicar appliquer applicare'],
  ['create', 'escribe ecris ecrivez ecrire faire crear'],
  ['generate', 'rediger redige redactar redacta'],
  ['research', 'busca capire lire leer'],
])

/** Nouns of acts, without accents. */
const nouns = mapOf([
  ['test', 'prueba pruebas prova testes teste prove test tests'],
  ['verify', 'verifica controle verifique'],
  ['review', 'revue relecture revision revisione revisao auditoria audit'],
  ['build', 'construcao compilacion'],
  ['run', 'esecuzione ejecucion execucao lancement execution'],
  ['start', 'demarrage arret reinicio avvio riavvio'],
  ['deploy', 'deploiement despliegue deploy implantacao mise'],
  [
    'change',
    'ajout suppression remplacement correction correzione correccion correcao aggiunta rimozione eliminazione ' +
      'aggiornamento atualizacao actualizacion migration migracion migracao migrazione modification refactoring ' +
      'refactorisation refactorizacion refatoracao nettoyage renommage ajuste',
  ],
  ['create', 'creation creacion criacao creazione ecriture redazione'],
  ['generate', 'redaction redaccion redacao'],
  ['research', 'analyse analisis analisi analise recherche lecture lectura leitura lettura busqueda ricerca'],
  ['think', 'conception diseno progettazione planificacion choix projeto'],
  [
    'communicate',
    'rapport resume resumen informe resumo relatorio relazione riepilogo riassunto explication',
  ],
])

/** English words and small words that look like a form of these. */
const others = new Set(
  (
    'resume resumes prove proves note place range expose quite relate active public sublime corer ' +
    'mode modes modal core move movie pro provide mute mode cap capital lease more mores use cried cries per pera'
  ).split(' '),
)

/** French infinitives that are English nouns: "the compiler", "the installer"; verbs before an article alone. */
const agentNouns = new Set(
  'lance tester compiler installer explorer documenter controller cleaner presenter'.split(' '),
)

const article = /^\s+(?:le|la|les|l['’]|un|une|des|du|de|ce|cette|ces|toutes?|tous|son|sa|ses|avec|dans)\b/iu

const phrases: readonly (readonly [Act, RegExp])[] = [
  [
    'change',
    /^(?:mettre|mets|mettez|mise) (?:à|a) jour(?![\p{L}])|^(?:mettre|mets|mise) en (?:place|cache|œuvre|oeuvre)\b|^dar soporte\b/iu,
  ],
  [
    'verify',
    /^(?:s['’])?assure[rz](?:-(?:vous|toi))?(?![\p{L}])|^asegur(?:arse|ar|a|e)(?: de)?\b|^se rassurer\b/iu,
  ],
  ['run', /^(?:faire|fais) tourner\b|^poner en marcha\b/iu],
  ['start', /^(?:faire|fais) démarrer\b/iu],
  ['deploy', /^(?:fazer|faça|hacer) (?:o )?(?:deploy|despliegue)\b/iu],
  [
    'commit',
    /^(?:fazer|faça|hacer|faire|fare) (?:o |un |il )?(?:commit|push)\b|^(?:subir|enviar) (?:los|las|as|os) (?:cambios|alterações|mudanças)\b/iu,
  ],
]

/** The phrase that a text starts with, and its act, or null. */
export function romancePhrase(text: string): { readonly act: Act; readonly verb: string } | null {
  for (const [act, phrase] of phrases) {
    const match = phrase.exec(text)
    if (match !== null) return { act, verb: match[0] }
  }
  return null
}

/** What follows a verbal noun: "correction du bug", "verifica finale". English nouns of the same form have nothing of it. */
const behindNoun =
  /^\s+(?:d[eiou]s?|da|das|d['’]|dell?[aeo]?|degli|della|delle|dello|dell['’]|au|aux|en|final\w*|manu\w*|rapid\w*|complet[aeo]?)(?![\p{L}-])|^\s+d['’]/iu

/**
 * The act of a word as a verb or verbal noun of a Romance language, or null.
 * @param after what follows the word; it tells an English noun from these
 */
export function romanceWord(word: string, after: string): Act | null {
  const form = folded(word)
  if (form.length < 3 || others.has(form)) return null
  if (agentNouns.has(form))
    return article.test(after) || (form === 'tester' && after === '') ? actOfForm(form, verbForms) : null
  const isNoun = form !== word.toLowerCase() || behindNoun.test(after)
  const listed = isNoun ? nouns.get(form) : undefined
  return (
    listed ?? verbs.get(form) ?? actOfForm(form, verbForms) ?? (isNoun ? actOfForm(form, nounForms) : null)
  )
}

/** Nouns that mean another thing in English. */
const englishNouns = new Set(
  'redaction suppression lecture conception rapport explication prove relation'.split(' '),
)

/** The act of a Romance noun, or null. */
export function romanceNoun(word: string): Act | null {
  const form = folded(word)
  if (form === word.toLowerCase() && (others.has(form) || englishNouns.has(form))) return null
  return nouns.get(form) ?? null
}
