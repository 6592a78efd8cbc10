import { run } from './install/run.mjs'

// Vite serves src/web with hot reload. Only changes in these paths restart the server.
const watchedPaths = ['src/server', 'src/contract', 'src/categories', 'src/campus']

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
