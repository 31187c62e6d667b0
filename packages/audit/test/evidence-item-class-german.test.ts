import { describe, expect, it } from 'vitest'
import { sketch, tableOf } from './evidence-item-sketch.js'

/** Own texts with what they promise, written before it was known what the code makes of them. */
const promises = {
  'change: write': `
    Fehler beheben
    Phase 2: Datenbank migrieren
    Schritt 3: Schaltfläche hinzufügen
    Schritt 3 – Schaltfläche hinzufügen
    Füge eine Schaltfläche hinzu
    Behebe den Fehler im Kalender
    Implementiere den Export
    Erstelle die Komponente für den Kalender
    Aktualisiere die README.md
    Entferne den toten Code
    Implementierung des Exports
    Umsetzung der Suchleiste
    Behebung des Fehlers im Kalender
    Fehlerbehebung im Kalender
    Umbenennung der Konstanten
    Datenbankmigration
    Tests für den Parser schreiben
    Unit-Tests schreiben
    Schreibe Tests für den Parser
    Konfiguration anpassen
    Header und Footer anpassen
    Parser in eigenes Modul auslagern
    Suchleiste einbauen
    Veraltete Funktionen löschen
    Kein Token protokollieren
    Bibliothek austauschen
    Code aufräumen
    Übersetzungen ergänzen
  `,
  'verify: check test runOnly': `
    Tests ausführen
    Alle Tests ausführen
    Führe die Tests aus
    Ausführung der Integrationstests
    Tests laufen lassen
    Unit-Tests starten
  `,
  'verify: check test': `
    Sicherstellen, dass alle Tests bestehen
    Stelle sicher, dass die Tests durchlaufen
  `,
  'verify: check functional': `
    Anmeldeseite testen
    Teste die Anmeldeseite im Browser
    Prüfen, ob der Server startet
    Prüfe, ob die Seite lädt
    Manuell testen
    Test der Anmeldeseite
    Funktion der Schnittstelle überprüfen
    Ueberpruefen, ob der Dienst läuft
  `,
  'verify: check': `
    Änderungen überprüfen
    Überprüfung
    Ergebnis kontrollieren
    Korrektur verifizieren
    Abschließende Prüfung
    Überprüfung der Änderungen
  `,
  'verify: inspection': `
    Prüfen, ob Geheimnisse im Code stehen
    Berechtigungen prüfen
    Überprüfe die Fehlerbehandlung
    Validierung der Eingaben im Formular-Handler prüfen
  `,
  'verify: check build': `
    Projekt bauen
    Projekt kompilieren
    Sicherstellen, dass der Build durchläuft
  `,
  'verify: check lint runOnly': `
    Linter ausführen
    Führe eslint aus
  `,
  'verify: check test runOnly + check lint runOnly': `
    Tests und Linter ausführen
  `,
  'research: inspection': `
    Code-Review durchführen
    Code begutachten
    Sicherheitsaudit durchführen
  `,
  'research: reading': `
    Codebasis analysieren
    Analyse der Datenbankabfragen
    Analysiere den Speicherverbrauch
    Ursache finden
    Vorhandene Tests ansehen
    Untersuche die Fehlermeldung
    Dokumentation lesen
    Recherche zu Warteschlangen
  `,
  'think: prose': `
    Architektur entwerfen
    Migration planen
    Entwurf der Schnittstelle
    Datenbank auswählen
    Entscheiden, welche Bibliothek passt
  `,
  'communicate: prose': `
    Ergebnisse zusammenfassen
    Bericht schreiben
    Zusammenfassung
    Zusammenfassung der Änderungen
    Dokumentation schreiben
    Erkläre die Unterschiede
    Fasse die Ergebnisse zusammen
    Abschlussbericht erstellen
  `,
  'execute: execute': `
    Server starten
    Starte den Server neu
    Änderungen committen
    Abhängigkeiten installieren
    Auf Staging ausrollen
    Bereitstellung
    Container neu starten
    Pull Request erstellen
  `,
  'execute: execute runOnly': `
    Importskript ausführen
    Führe das Importskript aus
  `,
  'change: write + check functional': `
    Suche implementieren und testen
    Fehler beheben und im Browser prüfen
  `,
  'change: write + write': `
    Fehler beheben und Tests schreiben
  `,
  'change: write + check test runOnly': `
    Parser anpassen und Tests ausführen
  `,
}

describe('the promise of an item in German', () => {
  it.each(tableOf(promises))('%s', (text, promise) => {
    expect(sketch(text)).toBe(promise)
  })
})
