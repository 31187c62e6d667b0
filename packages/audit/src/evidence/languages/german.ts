/** German: stems with their endings, verbs in two pieces ("führe … aus"), and compounds ("Fehlerbehebung"). */

import {
  type Act,
  actOfForm,
  type Conjugation,
  defineLanguage,
  folded,
  type Language,
  mapOf,
  type VerbPhrase,
  type Vocabulary,
} from './language.js'

/** Stems without accents; "ue" for "ü" is listed apart. */
const stems: Vocabulary = [
  ['test', 'test ausprobier probier'],
  [
    'verify',
    'uberpruf ueberpruef pruf pruef nachpruf verifizier sicherstell validier kontrollier bestatig bestaetig gegenpruf',
  ],
  ['review', 'begutacht auditier durchseh durchgeh'],
  ['build', 'kompilier ubersetz'],
  ['run', 'ausfuhr ausfuehr durchfuhr durchfuehr lauf laufenlass'],
  ['start', 'start neustart hochfahr stopp anhalt beend'],
  ['deploy', 'bereitstell ausroll veroffentlich ausliefer hochlad deploy'],
  ['install', 'installier herunterlad deinstallier'],
  ['commit', 'committ push einchecken zusammenfuhr merg'],
  [
    'change',
    'hinzufug hinzufueg beheb behoben korrigier ander aender aktualisier entfern refaktorisier refaktor verbesser anpass ' +
      'ersetz umbenenn einricht konfigurier einbau umstell migrier auslager losch loesch austausch ergang erganz ' +
      'ergaenz verschieb erweiter optimier vereinfach integrier reparier aufraum aufraeum einfug uberarbeit ' +
      'ueberarbeit umbau absicher aktivier deaktivier anzeig ausblend einblend verschlank vereinheitlich extrahier bereinig fix',
  ],
  [
    'create',
    'erstell implementier schreib entwickl entwickel anleg umsetz bau aufbau realisier programmier einfuhr einfuehr',
  ],
  ['document', 'dokumentier'],
  ['generate', 'generier ausgeb erzeug verfass formulier vorbereit'],
  [
    'research',
    'analysier untersuch erforsch les durchles such find vergleich versteh ermittel ermittl anseh anschau recherchier ' +
      'identifizier herausfind sicht nachles erkund verschaff lokalisier',
  ],
  ['think', 'entwerf plan entscheid konzipier auswahl auswaehl wahl uberleg festleg skizzier'],
  [
    'communicate',
    'zusammenfass bericht erklar erklaer vorstell erlauter prasentier mitteil empfehl beschreib',
  ],
  ['delegate', 'delegier beauftrag'],
  ['mark', 'abschliess fertigstell'],
]

const stemActs = mapOf(stems)
const finalForms: Conjugation = { stems: stemActs, endings: new Set(['en', 'n', 'ern', 'eln']) }
const startForms: Conjugation = { stems: stemActs, endings: new Set(['en', 'e', 'n', 'ung', 'ungen', 'ier']) }
const compoundEnding: Conjugation = { stems: stemActs, endings: new Set(['ung', 'ungen']) }

const nouns = mapOf([
  ['test', 'test tests'],
  ['review', 'codeuberprufung code-uberprufung code-review audit durchsicht'],
  ['verify', 'prufung uberprufung kontrolle verifikation abnahme'],
  ['run', 'testlauf'],
  ['deploy', 'bereitstellung auslieferung'],
  ['change', 'umbau fehlerkorrektur korrektur migration umstellung anpassung refactoring ausbau einbau'],
  ['create', 'umsetzung erstellung'],
  ['document', 'dokumentation'],
  ['research', 'analyse recherche suche vergleich'],
  ['think', 'entwurf planung auswahl konzept entscheidung'],
  ['communicate', 'zusammenfassung bericht abschlussbericht erklarung'],
])

/** Nouns that end compounds: "Datenbankmigration", "Codeanalyse". */
const compounds: Vocabulary = [
  ['change', 'migration korrektur'],
  ['research', 'analyse recherche'],
  ['review', 'audit'],
  ['document', 'dokumentation'],
  ['communicate', 'bericht'],
]

/** Words that look like a form of these in other languages. */
const others = new Set(
  'plane lease sue sun fixe baud baun bauer late finding lesen-only laufe lose pushes merge'.split(' '),
)

/** The act of an infinitive, which German puts last, or null. */
function infinitive(word: string): Act | null {
  const form = folded(word)
  if (!/^\p{L}+$/u.test(form) || form.length < 5) return null
  return actOfForm(form.replace(/ß/gu, 'ss'), finalForms)
}

/** The act of a word at a clause's start: an imperative, an infinitive, or a noun; or null. */
function verbOf(word: string, after: string): Act | null {
  const form = folded(word).replace(/ß/gu, 'ss')
  if (others.has(form) || form.length < 4) return null
  if (form.endsWith('e') && !behindImperative.test(after) && !/[äöüß]/iu.test(word) && !/iere$/.test(form))
    return null
  return actOfForm(form, startForms)
}

/** Behind an imperative stand an article, a preposition, a capital noun or a comma; English words end in "e" too. */
const behindImperative =
  /^\s*(?:,|\s(?:den|die|das|der|dem|ein|eine|einen|alle|alles|ob|im|in|mit|auf|nach|bei|zu|für|sie|ihn|es|Sie|unter|manuell|\p{Lu}\p{L}+)(?!\p{L}))/u

/** The act of a noun, alone or at the end of a compound, or null. */
function nounOf(word: string): Act | null {
  const form = folded(word)
  const noun = nouns.get(form)
  if (noun !== undefined) return noun
  if (form.length < 9 || !/^\p{Lu}/u.test(word)) return null
  for (const [act, endings] of compounds) if (endings.split(' ').some((one) => form.endsWith(one))) return act
  if (!/ung(?:en)?$/.test(form)) return null
  for (let from = 0; from < form.length - 5 && from < 24; from += 1) {
    const act = actOfForm(form.slice(from), compoundEnding)
    if (act !== null) return act
  }
  return null
}

/** Verbs in two pieces: the imperative, what it loses to the end of its clause, and the act. */
const separable: readonly (readonly [start: string, particle: string, act: Act])[] = [
  ['fuge', 'hinzu', 'change'],
  ['fuge', 'ein', 'change'],
  ['fuhre', 'aus', 'run'],
  ['fuhre', 'durch', 'run'],
  ['fuhre', 'ein', 'create'],
  ['richte', 'ein', 'change'],
  ['baue', 'ein', 'change'],
  ['stelle', 'sicher', 'verify'],
  ['stelle', 'bereit', 'deploy'],
  ['stelle', 'um', 'change'],
  ['fasse', 'zusammen', 'communicate'],
  ['passe', 'an', 'change'],
  ['lege', 'an', 'create'],
  ['lege', 'fest', 'think'],
  ['setze', 'um', 'create'],
  ['raume', 'auf', 'change'],
  ['rolle', 'aus', 'deploy'],
  ['wahle', 'aus', 'think'],
  ['benenne', 'um', 'change'],
  ['tausche', 'aus', 'change'],
  ['lagere', 'aus', 'change'],
  ['schaue', 'an', 'research'],
  ['schau', 'an', 'research'],
  ['sieh', 'an', 'research'],
  ['gib', 'aus', 'generate'],
  ['starte', 'neu', 'start'],
  ['lade', 'hoch', 'deploy'],
  ['lade', 'herunter', 'install'],
]

/** The verb in two pieces that a text starts with, with its object, or null. */
function separableVerb(text: string): VerbPhrase | null {
  const [first = ''] = /^\p{L}+/u.exec(text) ?? []
  const form = folded(first).replace(/^fue/, 'fu')
  for (const [start, particle, act] of separable) {
    if (form !== start) continue
    const rest = text.slice(first.length)
    const match = new RegExp(`(?<!\\p{L})${particle}(?!\\p{L})`, 'u').exec(rest)
    if (match === null) continue
    const object = `${rest.slice(0, match.index)}${rest.slice(match.index + particle.length)}`.trim()
    return { act, verb: `${start} ${particle}`, object }
  }
  return null
}

/** German puts the infinitive last: "Tests ausführen". */
function lastVerb(text: string): VerbPhrase | null {
  const running = /^(.*\S)\s+laufen lassen$/iu.exec(text)
  if (running !== null) return { act: 'run', verb: 'laufen lassen', object: running[1] ?? '' }
  const [, object = '', verb = ''] = /^(.*\S)\s+(\p{L}+)$/u.exec(text) ?? []
  const act = verb === '' ? null : infinitive(verb)
  return act === null ? null : { act, verb: verb.toLowerCase(), object }
}

/** What the audit knows of German. */
export const german: Language = defineLanguage({
  name: 'German',
  verb: verbOf,
  noun: nounOf,
  phrase: separableVerb,
  lastVerb,
  words: {
    and: 'und sowie',
    andThen: 'dann',
    adverbs: 'bitte zuerst danach dann jetzt noch einmal erneut manuell abschließend',
    articles: 'die das den alle',
    prepositions: 'von des der für im bei zu alle aller',
    purposes: 'für über',
    listEnds: 'für mit von',
    of: 'von',
    numbers: 'beiden?|zwei drei vier fünf sechs sieben acht',
  },
  patterns: {
    testCheck: /\b(?:integrations|regressions|akzeptanz|system|modul)tests\b/iu,
    kindOfTests: /^(?:unit|integrations|regressions|modul|akzeptanz|komponenten|system)-?tests$/iu,
    testsFor: /(?:tests|unit-?tests?|integrationstests)\s+für\s/iu,
    denial: /(?:nicht|keine?[nrms]?)(?!\p{L})/iu,
    stage: /(?:^|\s)(?:schritt|teil|aufgabe|phase)\s*#?[\w.]*\d/iu,
    functional:
      /beispieldaten|echtdaten|testdaten|(?<!\p{L})(?:\p{L}*seiten?|oberfläche|dienste?|läuft|funktion(?:iert|en)?|startet|lädt|schnittstelle|anzeige|angezeigt)(?!\p{L})/iu,
    codeProperty:
      /(?<!\p{L})(?:geheimnis\p{L}*|berechtigung\p{L}*|fehlerbehandlung|\p{L}*validierung|sicherheit\p{L}*|schwachstelle\p{L}*)(?!\p{L})/iu,
    buildable: /projekt|anwendung/iu,
    proseThing: /(?<!\p{L})(?:\p{L}*berichte?|\p{L}*dokumentation|zusammenfassung)\s*$/iu,
    gitThing: /\bzweig\b/iu,
    migration: /migrationen/iu,
    applyVerb: /anwend|einspiel/iu,
    buildVerb: /bau/iu,
    makeVerb: /erstell|anleg|lege/iu,
    writeVerb: /schreib|erstell/iu,
    turnedAway: /\b(?:abgelehnt|abgewiesen|verweigert)\b/iu,
    reproduces: /reproduzier/iu,
    decides: /entscheid/iu,
    behindFile: /(?:und|mit)\b/u,
    files: /\bdateien\b/iu,
    removes: /entfern/iu,
    everything: /\balle\b/iu,
    places: /\b(?:endpunkte|seiten|routen)\b/iu,
    each: /\b(?:alle|jede[nrs]?)\b/iu,
    creates: /erstell|schreib|anleg/iu,
    absence: /(?<!\p{L})(?:kein\p{L}*|nichts|mehr)(?!\p{L})/iu,
    liveSystem: /\b(?:im browser|manuell|auf dem gerät)\b/iu,
    loadTest: /\b(?:lasttest\w*|leistung)\b/iu,
    wholeCheck: /\b(?:alle|gesamte\w*|vollständig\w*)\b/iu,
    testsPassed: /\btests?\s(?:laufen|bestehen|sind grün|bestanden)\b/iu,
    buildPassed: /\bbuild\s(?:ist\s)?erfolgreich\b/iu,
    noClaim: /\b(?:nicht|kein\w*|soll\w*|muss|wenn|falls|werden)\b/iu,
    allOfIt: /\balle\b/iu,
    handsOff: /\b(?:bitte|du kannst|sie können)\b[^.\n]{0,60}\b(?:test\w*|prüf\w*|start\w*|öffn\w*)\b/iu,
    admitsFailure: /fehlgeschlagen/iu,
    alreadyDone: /bereits (?:vorhanden|implementiert)/iu,
    allDone: /\balles (?:ist )?(?:erledigt|fertig)/iu,
    mendsNext: /beheben/iu,
    mends: /(?<!\p{L})(?:beheb|reparier)/iu,
    redOnPurpose:
      /(?<![\p{L}\p{N}])(?:fehlschl\p{L}*|fehlgeschlagen\p{L}*|scheiter\p{L}*|reproduz\p{L}*|rote[rns]? tests?)(?![\p{L}\p{N}])|schlägt fehl/iu,
    notDone:
      /(?<![\p{L}\p{N}])(?:übersprungen|entfällt|fehlgeschlagen|blockiert|verschoben|zurückgestellt|nicht (?:nötig|möglich))(?![\p{L}\p{N}])/iu,
    looks: /\b(?:ansehen|anschauen|durchsehen)\b/iu,
    all: /\balle[nrs]?\b/iu,
    some: /\beinige\b/iu,
    tries: /\bversuchen\b|\bteilweise\b/iu,
  },
})
