// The one way that imports run. ARCHITECTURE.md has the picture.

const src = '^packages/core/src/'
const named = (...names) => `${src}(${names.join('|')})(\\.ts$|/)`

/**
 * Each layer of core: its files, and the layers right below it. It may import those, what they may import, and itself.
 * Nothing else may be imported, so a new file needs a place here.
 */
const layers = {
  // What shapes are declared with, and what is shared in place of copied.
  declared: { path: named('declared', 'frozen-data'), below: [] },
  events: { path: named('events'), below: ['declared'] },
  // What any layer may throw or be asked; nothing but words.
  words: {
    path: named('errors', 'host-input', 'session-title', 'writable', 'sha256'),
    below: ['events'],
  },
  // What a stored one must look like stands beside the snapshots.
  state: { path: `${src}(state|actors|items|snapshots/state-shape)\\.ts$`, below: ['words'] },
  rules: { path: named('rules'), below: ['state'] },
  reducer: { path: named('reducer'), below: ['rules'] },
  // What a session asks of whoever reads evidence: types alone.
  evidence: { path: named('evidence'), below: ['state'] },
  decide: { path: named('decide'), below: ['state'] },
  estimate: { path: named('estimate'), below: ['events'] },
  supervisor: { path: named('supervisor'), below: ['state', 'estimate'] },
  profiles: { path: named('profiles'), below: ['rules', 'decide', 'supervisor'] },
  store: { path: `${src}store/(?!sqlite|index\\.ts)`, below: ['words'] },
  sqlite: { path: `${src}(sqlite\\.ts$|store/sqlite)`, below: ['store'] },
  snapshots: { path: `${src}snapshots/(?!state-shape)`, below: ['history', 'store'] },
  redaction: { path: named('redaction'), below: ['store'] },
  session: { path: named('session'), below: ['evidence', 'profiles', 'snapshots', 'redaction'] },
  ledger: { path: named('ledger'), below: ['session', 'plan'] },
  // Who is who and what rewords what is settled below; the history asks.
  history: { path: named('history'), below: ['reducer', 'decide'] },
  // What is left of a list and how long it may take: pure functions of states and histories.
  plan: { path: named('plan'), below: ['history', 'estimate'] },
  // The default entry loads without the database driver.
  index: { path: `${src}(store/)?index\\.ts$`, below: ['ledger'] },
  testing: { path: `${src}testing/`, below: ['ledger', 'sqlite'] },
}

const allBelow = (name) => new Set(layers[name].below.flatMap((below) => [below, ...allBelow(below)]))

const layerRules = Object.entries(layers).map(([name, { path }]) => {
  const below = [...allBelow(name)]
  return {
    name: `core-${name}`,
    comment: `Of core, ${name} may import ${below.length > 0 ? below.join(', ') : 'nothing'}.`,
    severity: 'error',
    from: { path },
    to: { path: '^packages/core/', pathNot: [path, ...below.map((other) => layers[other].path)] },
  }
})

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const anySrc = '^packages/[^/]+/src/'
// An import that leads nowhere stands in the graph by its own name.
const npm = (...names) => `(^|node_modules/)(${names.join('|')})(/|$)`
/** The packages of programs are published by the names of these. */
const programs = { 'replay-cli': 'todo-replay', server: 'todo-ledger' }
const ours = (name) => `^packages/${name}/|^${programs[name] ?? `@todo-ledger/${name}`}(/|$)`
const bundled = ['replay-cli', 'report-page'].map((name) => `^packages/${name}/src/`)

export default {
  forbidden: [
    ...layerRules,
    forbid(
      'core-file-without-a-layer',
      'No layer names this file of core: give it a place in .dependency-cruiser.mjs.',
      { path: src, pathNot: Object.values(layers).map((layer) => layer.path) },
      {},
    ),
    forbid(
      'core-stands-alone',
      'Core knows neither the audit, foreign formats nor the command line.',
      { path: '^packages/core/' },
      { path: [ours('audit'), ours('recordings'), ours('replay-cli'), ours('hosts'), ours('server')] },
    ),
    forbid(
      'stores-on-core-alone',
      'A store in a package of its own knows events, and what stores are made of.',
      { path: '^packages/store-' },
      { path: [ours('audit'), ours('recordings'), ours('replay-cli')] },
    ),
    forbid(
      'hosts-on-core-alone',
      'An adapter drives a session. It knows its own host and no other.',
      { path: '^packages/hosts/' },
      { path: [ours('audit'), ours('recordings'), ours('replay-cli'), ours('store-postgres')] },
    ),
    forbid(
      'audit-on-core-alone',
      'The audit knows neither foreign formats nor the command line.',
      { path: '^packages/audit/' },
      { path: [ours('recordings'), ours('replay-cli')] },
    ),
    forbid(
      'recordings-without-the-cli',
      'Recordings are read by other programs too.',
      { path: '^packages/recordings/' },
      { path: ours('replay-cli') },
    ),
    forbid(
      'one-service',
      'HTTP, MCP and the page ask the service. It knows none of them.',
      { path: '^packages/server/src/service/' },
      { path: '^packages/server/src/(http|mcp|live|commands)/' },
    ),
    forbid(
      'server-on-its-own',
      'Nothing is built on the server.',
      { path: anySrc, pathNot: ours('server') },
      { path: ours('server') },
    ),
    forbid(
      'packages-by-name',
      'Another package is imported by its name, through its exports, never by a path into it.',
      { path: '^packages/([^/]+)/src/' },
      { path: anySrc, pathNot: '^packages/$1/src/' },
    ),
    forbid(
      'libsql-only-for-sqlite',
      'Who uses another store, or reads files of text, must not load the driver.',
      { path: anySrc, pathNot: layers.sqlite.path },
      { path: npm('libsql', '@libsql') },
    ),
    forbid(
      'test-tools-only-in-testing',
      'vitest and fast-check are there for those who import ./testing.',
      { path: anySrc, pathNot: layers.testing.path },
      { path: npm('vitest', '@vitest', 'fast-check') },
    ),
    forbid(
      'src-without-tests',
      'What ships does not import what does not.',
      { path: anySrc },
      { path: '^(test|fixtures|tools)/|^packages/[^/]+/test/' },
    ),
    forbid(
      'declared-dependencies',
      'A package imports what its own package.json lists, and none of its devDependencies but optional peers.',
      { path: anySrc, pathNot: [layers.testing.path, ...bundled] },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm-peer'] },
    ),
    forbid(
      'listed-dependencies',
      'The program and the page are bundled: devDependencies do for what is in a bundle.',
      { path: bundled },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm-peer'] },
    ),
    forbid('resolvable', 'The import leads nowhere.', {}, { couldNotResolve: true }),
    forbid('no-circle', 'Files that import each other are one file in disguise.', {}, { circular: true }),
    forbid(
      'no-orphan',
      'Nothing imports this file and it imports nothing: it is left over.',
      { orphan: true, pathNot: `${anySrc}(index|main|sqlite|testing/index)\\.ts$` },
      {},
    ),
  ],
  options: {
    // `import type` is an import: the direction holds for types too.
    tsPreCompilationDeps: true,
    // What ships imports no test; the tests beside it import what they like.
    exclude: { path: '\\.test\\.ts$' },
    doNotFollow: { path: ['node_modules', '^packages/[^/]+/dist/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'node', 'import', 'default'],
    },
  },
}
