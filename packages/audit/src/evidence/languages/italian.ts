/** Italian: stems, with the endings that the Romance languages share. */

import { defineLanguage, type Language, type Phrases, phraseReader } from './language.js'

const phrases: Phrases = [['commit', /^fare (?:il |un )?(?:commit|push)\b/iu]]

/** What the audit knows of Italian. */
export const italian: Language = defineLanguage({
  name: 'Italian',
  romance: {
    stems: [
      ['test', 'test prov'],
      ['verify', 'verific valid controll confirm assicur garant'],
      ['review', 'audit revis rived rivedi'],
      ['build', 'compil recompil'],
      ['run', 'esegu eseguisc esecuz lanc lanci'],
      ['start', 'avvi riavvi riavvia arrestr ferm'],
      ['deploy', 'distribu'],
      ['install', 'install scaric'],
      ['commit', 'commit'],
      [
        'change',
        'corregg correg correzion modific aggiung aggiunt aggiorn rimuov rimoz sostitu rinomin ' +
          'miglior spost ottimizz rifattorizz sistem cancell apport configur integr migr elimin',
      ],
      ['create', 'cre implement scriv svilupp svolg crea realizz'],
      ['document', 'document'],
      ['generate', 'gener genera prepar produc redig elabor'],
      [
        'research',
        'analizz examin esplor cerc legg lettur cap capi trov indag confront identific diagnostic',
      ],
      ['think', 'progett pianific scegli scegl decid defin'],
      ['communicate', 'riassum spieg riepilog present comunic inform relat'],
      ['delegate', 'deleg'],
      ['mark', 'termin complet conclu'],
    ],
    verbs: [
      ['verify', 'verifica assicurarsi'],
      ['review', 'rivedere'],
      ['test', 'provare'],
      ['start', 'fermare'],
      ['deploy', 'distribuire'],
      ['change', 'rimuovere applicare'],
      ['research', 'capire leer'],
    ],
    nouns: [
      ['test', 'prova prove test'],
      ['verify', 'verifica'],
      ['review', 'revisione audit'],
      ['run', 'esecuzione'],
      ['start', 'avvio riavvio'],
      ['deploy', 'deploy'],
      ['change', 'correzione aggiunta rimozione eliminazione aggiornamento migrazione refactoring'],
      ['create', 'creazione redazione'],
      ['research', 'analisi lettura ricerca'],
      ['think', 'progettazione'],
      ['communicate', 'relazione riepilogo riassunto'],
    ],
  },
  phrase: phraseReader(phrases),
  words: {
    and: 'e ed',
    andThen: 'poi',
    adverbs: 'poi infine prima',
    articles: 'il i le la',
    prepositions: 'del della di dei delle per da',
    of: 'del della di',
    nounQualifiers: 'finale finali',
  },
  patterns: {
    buildCheck: /\bcompilazione/iu,
    kindOfTests: /^test (?:unitari|di integrazione)$/iu,
    testsFor: /tests?\s+per\s/iu,
    denial: /non(?!\p{L})/iu,
    stage: /(?:^|\s)(?:passaggio|fase)\s*#?[\w.]*\d/iu,
    functional:
      /dati di (?:esempio|prova)|(?<!\p{L})(?:pagina|servizio|funzion\p{L}*|avvii?a?|caric[ah]\p{L}*)(?!\p{L})/iu,
    codeProperty: /(?<!\p{L})(?:permessi|gestione degli errori|segreti|sicurezza)(?!\p{L})/iu,
    proseThing: /(?<!\p{L})(?:relazione|documentazione|riepilogo)\s*$/iu,
    reviewNoun: /(?<!\p{L})revisione(?!\p{L})/iu,
    migration: /migrazion[ei]/iu,
    makeVerb: /cre/iu,
    writeVerb: /cre|scriv|elabor/iu,
    removes: /elimin/iu,
    creates: /crea|scriv/iu,
    absence: /(?<!\p{L})nessun\p{L}*(?!\p{L})/iu,
    wholeCheck: /\bcompleta\b/iu,
    redOnPurpose: /(?<![\p{L}\p{N}])(?:riprodu\p{L}*|fall(?:isc[eo]\p{L}*|iment[oi]))(?![\p{L}\p{N}])/iu,
    notDone:
      /(?<![\p{L}\p{N}])(?:(?:saltat|ignorat|fallit|bloccat|rimandat)[oaie]|omess[oaie]|non applicabile)(?![\p{L}\p{N}])/iu,
  },
})
