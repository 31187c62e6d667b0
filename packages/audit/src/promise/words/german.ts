import type { AskingWords } from './english.js'

export const german: AskingWords = {
  script: /[a-z]/,
  spaced: true,
  verbsLast: true,
  run: 'ausführen|laufen lassen|starten|führe|aus|durchlaufen lassen|laufenlassen',
  confirm: 'prüfen|überprüfen|sicherstellen|verifizieren|kontrollieren|bestätigen|nachprüfen|stelle sicher',
  exercise: 'testen|ausprobieren',
  create: 'anlegen|erstellen|schreiben|erzeugen',
  mend: 'beheben|reparieren|korrigieren|fixen',
  test: 'tests|testsuite|test-suite|testlauf|unit-?tests|komponententests|integrationstests',
  lint: 'linter|lint|linting',
  typecheck: 'typprüfung|typcheck|typen|type-?check|typfehler',
  build: 'build|bau|kompilierung|(?:docker-)?image bauen|für die produktion bauen',
  buildOrWrite: '(?:app|anwendung|projekt|paket|frontend|backend|seite) bauen',
  format: 'formatieren|formatierung|formatierer',
  commit: 'committen|einchecken',
  push: 'pushen',
  pullRequest: '(?:pull[- ]request|pr|merge[- ]request) (?:öffnen|erstellen|anlegen|aufmachen)',
  deploy: 'deployen|ausrollen|bereitstellen|ausliefern',
  publish: 'veröffentlichen',
  install: 'installieren',
  migrate: 'migration(?:en)? (?:ausführen|anwenden|laufen lassen|einspielen)',
  passes:
    'bestehen|besteht|durchläuft|durchlaufen|grün|läuft|laufen|gelingt|fehlerfrei|sauber|ohne fehler|erfolgreich|keine fehler',
  whole: 'alle|allen|jede[nrs]?|gesamte[nrs]?|ganze[nrs]?|komplette[nrs]?|beide[nr]?',
  failing:
    'fehlschlag\\w*|scheiter\\w*|nachstellen|reproduzieren|welche|was|wo|herausfinden|messen|berichten|rot|roten?',
  repair: '(?:etwaige |alle |gefundene )?(?:fehler|probleme) (?:beheben|korrigieren)',
  purpose: 'um (?:zu|sicher)|zur (?:kontrolle|prüfung|sicherheit)|damit',
  joins: 'und dann|und|dann|sowie|danach',
  pronoun: 'sie|es|ihn|diese',
  filler:
    'der|die|das|den|dem|des|ein|eine|einen|noch einmal|nochmal|erneut|wieder|lokal|ob|dass|alle|im|in|mit|für|von|projekt|code|abschließend|zum schluss|abhängigkeiten|pakete|änderungen|änderung|einmal|neu',
}
