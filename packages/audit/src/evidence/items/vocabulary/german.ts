/** German: stems with their endings, verbs in two pieces ("führe … aus"), and compounds ("Fehlerbehebung"). */

import { type Act, actOfForm, type Conjugation, folded, mapOf, type Vocabulary } from './act.js'

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
export function germanInfinitive(word: string): Act | null {
  const form = folded(word)
  if (!/^\p{L}+$/u.test(form) || form.length < 5) return null
  return actOfForm(form.replace(/ß/gu, 'ss'), finalForms)
}

/** The act of a word at a clause's start: an imperative, an infinitive, or a noun; or null. */
export function germanWord(word: string, after: string): Act | null {
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
export function germanNoun(word: string): Act | null {
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
export function germanSeparable(
  text: string,
): { readonly act: Act; readonly verb: string; readonly object: string } | null {
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
