import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const bootstrap = resolve(import.meta.dirname, 'bootstrap.mjs')

const run = (command: string) =>
  spawnSync(process.execPath, [bootstrap, command], { encoding: 'utf8' }).stderr

it('runs a command of package.json, and no other script', () => {
  // Without arguments the command only prints its usage.
  expect(run('role')).toContain('Try: npm run role -- EMAIL')
  expect(run('seed-names')).toContain('There is no command "seed-names"')
})
