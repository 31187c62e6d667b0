// node --import ./tell-memory.mjs PROGRAM: tells on standard error how much memory the program took at its most.
process.on('exit', () => {
  process.stderr.write(`\nmost memory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`)
})
