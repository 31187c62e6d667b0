import { describe, expect, it } from 'vitest'
import { sketch, tableOf } from './evidence-item-sketch.js'

/** Own texts with what they promise, written before it was known what the code makes of them. */
const promises = {
  'change: write': `
    Correggere l'errore del calendario
    Fase 2: Aggiungere un pulsante
    Aggiungi un pulsante
    Scrivere i test per il parser
    Implementare la ricerca
    Implementazione della ricerca
    Creazione del componente
    Aggiornare la configurazione
    Aggiornamento delle rotte
    Rimuovere il codice morto
    Creare il componente
    Migrare il database
    Eliminare i file vecchi
    Rinominare le costanti
  `,
  'verify: check test runOnly': `
    Eseguire i test
    Esegui tutti i test
    Esecuzione dei test
    Lanciare i test unitari
  `,
  'verify: check test': `
    Verificare che i test passino
    Assicurarsi che tutti i test passino
    Test unitari
  `,
  'verify: check functional': `
    Testare la pagina iniziale
    Provare il login
    Verificare che il server si avvii
    Controllare che la pagina si carichi
  `,
  'verify: check': `
    Verificare le modifiche
    Verifica finale
    Validare la correzione
  `,
  'verify: inspection': `
    Verificare i permessi
    Controllare la gestione degli errori
  `,
  'verify: check build': `
    Compilare il progetto
  `,
  'research: inspection': `
    Revisione del codice
    Rivedere il codice
  `,
  'research: reading': `
    Analizzare il codice esistente
    Analisi delle query
    Cercare gli usi della vecchia API
    Leggere la documentazione
    Capire il router
  `,
  'think: prose': `
    Progettare l'architettura
    Pianificare la migrazione
    Scegliere un database
  `,
  'communicate: prose': `
    Riassumere i risultati
    Scrivere la relazione
    Riepilogo delle modifiche
  `,
  'execute: execute': `
    Avviare il server
    Riavviare il servizio
    Distribuire in produzione
    Installare le dipendenze
  `,
  'change: write + check functional': `
    Correggere il modulo e testare la pagina
  `,
}

describe('the promise of an item in Italian', () => {
  it.each(tableOf(promises))('%s', (text, promise) => {
    expect(sketch(text)).toBe(promise)
  })
})
