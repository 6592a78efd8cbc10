import { run } from './run.mjs'

// Restarts when a file the server imports changes; the pages go through Vite inside it and reload hot.
const { code, stopped } = await run(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'src/server/main.ts'],
  { env: { ...process.env, NODE_ENV: 'development' } },
)
process.exit(stopped ? 0 : code)
