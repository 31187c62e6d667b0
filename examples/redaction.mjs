// What a ledger takes out of a text before it is stored, and how that is set.

import { memoryStore, openLedger, profiles } from '@todo-ledger/core'

const store = memoryStore()
const ledgers = {
  builtIn: openLedger({ store }), // the built-in patterns
  oneLess: openLedger({ store, redaction: { off: ['jwt'] } }), // without one of them
  oneMore: openLedger({ store, redaction: { patterns: [{ name: 'customer', pattern: /CU-\d{8}/ }] } }),
  none: openLedger({ store, redaction: false }), // nothing is taken out
}

for (const [name, ledger] of Object.entries(ledgers)) {
  const session = await ledger.session(name, { profile: profiles.recommended })
  await session.startRun({ trigger: 'user', text: 'DB_PASSWORD=correcthorse of CU-12345678' })
  for await (const event of ledger.events(name))
    if (event.type === 'run.started') console.log(`${name}: ${event.data.text}`)
}
