// One process of the simulation; run.mjs builds it and starts it.
import { main } from './dist/main.js'

await main(process.argv.slice(2))
