import { run } from './run.mjs'

// The pages go through Vite inside the server and reload hot: only these need a restart.
const watched = ['src/server', 'src/contract', 'src/categories', 'src/campus.ts']

const { code, stopped } = await run(
  process.execPath,
  [
    ...watched.map((path) => `--watch-path=${path}`),
    '--watch-preserve-output',
    'src/server/main.ts',
  ],
  { env: { ...process.env, NODE_ENV: 'development' } },
)
process.exit(stopped ? 0 : code)
