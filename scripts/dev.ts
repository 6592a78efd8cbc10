import { run } from './install/run.mjs'

// src/web is served by Vite with hot reload; only these need a restart of the server.
const watchedPaths = ['src/server', 'src/contract', 'src/categories', 'src/campus.ts']

const { code, stopped } = await run(
  process.execPath,
  [
    ...watchedPaths.map((path) => `--watch-path=${path}`),
    '--watch-preserve-output',
    'src/server/main.ts',
  ],
  { env: { ...process.env, NODE_ENV: 'development' } },
)
process.exit(stopped ? 0 : code)
