/** French: stems, with the endings that the Romance languages share. */

import { defineLanguage, type Language, type Phrases, phraseReader } from './language.js'

const phrases: Phrases = [
  [
    'change',
    /^(?:mettre|mets|mettez|mise) (?:à|a) jour(?![\p{L}])|^(?:mettre|mets|mise) en (?:place|cache|œuvre|oeuvre)\b/iu,
  ],
  ['verify', /^(?:s['’])?assure[rz](?:-(?:vous|toi))?(?![\p{L}])|^se rassurer\b/iu],
  ['run', /^(?:faire|fais) tourner\b/iu],
  ['start', /^(?:faire|fais) démarrer\b/iu],
  ['commit', /^faire (?:un )?(?:commit|push)\b/iu],
]

/** What the audit knows of French. */
export const french: Language = defineLanguage({
  name: 'French',
  romance: {
    stems: [
      ['test', 'test'],
      ['verify', 'verifi valid control confirm assur garant'],
      ['review', 'audit revis reliq relir relis reli'],
      ['build', 'compil recompil'],
      ['run', 'execut lanc'],
      ['start', 'demarr redemarr arret relanc'],
      ['deploy', 'deploi deploy publi'],
      ['install', 'install telecharg'],
      ['commit', 'commit pouss fusionn'],
      [
        'change',
        'ajout corrig correct modifi supprim suppress retir refactoris amelior remplac renomm ' +
          'configur integr migr optimis nettoy deplac simplifi adapt activ desactiv apport ajust',
      ],
      ['create', 'cre implement ecri ecrir redig develop construi realis'],
      ['document', 'document'],
      ['generate', 'gener prepar produi redact redig elabor'],
      [
        'research',
        'analys examin explor cherch recherch lir lis compar comprend comprendr identifi trouv ' +
          'investig analyz diagnos diagnostic etudi etudier',
      ],
      ['think', 'concev concevoir concept planifi decid choisi projet choix'],
      ['communicate', 'resum present expliqu explic informa inform rapport rapportr'],
      ['delegate', 'delegu deleg'],
      ['mark', 'termin finalis complet conclu'],
    ],
    verbs: [
      ['verify', 'verifie verifiez assurer assure'],
      ['review', 'relire'],
      ['change', 'mettre appliquer'],
      ['create', 'ecris ecrivez ecrire faire'],
      ['generate', 'rediger redige'],
      ['research', 'lire'],
    ],
    nouns: [
      ['test', 'tests test'],
      ['verify', 'controle'],
      ['review', 'revue relecture revision audit'],
      ['run', 'lancement execution'],
      ['start', 'demarrage arret'],
      ['deploy', 'deploiement deploy mise'],
      [
        'change',
        'ajout suppression remplacement correction migration modification refactoring refactorisation ' +
          'nettoyage renommage',
      ],
      ['create', 'creation ecriture'],
      ['generate', 'redaction'],
      ['research', 'analyse recherche lecture'],
      ['think', 'conception choix'],
      ['communicate', 'rapport resume explication'],
    ],
  },
  phrase: phraseReader(phrases),
  words: {
    and: 'et',
    andThen: 'puis',
    adverbs: 'ensuite puis enfin d’abord',
    articles: 'le la les',
    prepositions: 'de du des pour en',
    purposes: 'sur pour',
    listEnds: 'pour avec',
    of: 'de du',
    nounQualifiers: 'finale finals',
    numbers: 'deux trois quatre cinq six sept huit',
  },
  patterns: {
    kindOfTests: /^tests (?:unitaires|d['’]intégration|fonctionnels|automatisés)$/iu,
    testsFor: /tests\s+pour\s/iu,
    denial: /ne pas(?!\p{L})/iu,
    stage: /(?:^|\s)(?:étape|etape|tâche)\s*#?[\w.]*\d/iu,
    functional:
      /données d['’](?:exemple|essai)|(?<!\p{L})(?:serveur|démarre|fonctionn\p{L}*|affich\p{L}*|navigateur)(?!\p{L})/iu,
    codeProperty: /(?<!\p{L})(?:gestion des erreurs|sécurité|droits d|validation des)(?!\p{L})/iu,
    proseThing: /\brapports?\s*$|(?<!\p{L})(?:résumé|rapport final)\s*$/iu,
    gitThing: /\bbranche\b/iu,
    reviewNoun: /(?<!\p{L})(?:revue|audit\p{L}*)(?!\p{L})/iu,
    applyVerb: /appliqu/iu,
    makeVerb: /cre/iu,
    writeVerb: /ecri|redig|cre/iu,
    turnedAway: /\b(?:rejet\p{L}+|refus\p{L}+)\b/iu,
    reproduces: /reproduire/iu,
    files: /\bfichiers\b/iu,
    removes: /supprim|retir/iu,
    everything: /\b(?:tous|toutes)\b/iu,
    each: /\b(?:tous|toutes|chaque)\b/iu,
    creates: /cré|écri/iu,
    absence: /(?<!\p{L})(?:aucun\p{L}*|plus|reste\p{L}*)(?!\p{L})/iu,
    liveSystem: /\b(?:navigateur|manuellement)\b/iu,
    wholeCheck: /\b(?:tous|toute|toutes|complète?)\b/iu,
    testsPassed: /\btests?\s(?:passent|réussi\w*)/iu,
    noClaim: /\b(?:pas|doit|devrait|si)\b/iu,
    allOfIt: /\btous\b/iu,
    handsOff: /\b(?:vous pouvez|veuillez)\b[^.\n]{0,60}\b(?:test\w*|vérifi\w*|lanc\w*)\b/iu,
    admitsFailure: /échou/iu,
    alreadyDone: /déjà (?:présent|implémenté|en place)/iu,
    allDone: /\btout est (?:terminé|fait)/iu,
    mendsNext: /corriger/iu,
    mends: /(?<!\p{L})(?:répar|corrig)/iu,
    redOnPurpose: /(?<![\p{L}\p{N}])(?:échou\p{L}*|échec\p{L}*|reprodui\p{L}*)(?![\p{L}\p{N}])/iu,
    notDone:
      /(?<![\p{L}\p{N}])(?:ignorée?s?|sautée?s?|échouée?s?|bloquée?s?|reportée?s?|sans objet|non applicable)(?![\p{L}\p{N}])/iu,
    looks: /\bregarder\b/iu,
    all: /\btou(?:s|te|tes)\b/iu,
    some: /\bcertains?\b/iu,
    tries: /\bessayer\b/iu,
  },
})
