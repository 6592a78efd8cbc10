import { fileURLToPath } from 'node:url'
import { run } from './install/run.mjs'
import { makeRelease, ReleaseError } from './release/make-release.ts'
import { exitWithMessage } from './site/terminal.ts'

/** Builds in a child process, with the scripts of the checkout. */
async function build(checkout: string): Promise<void> {
  const { code } = await run(process.execPath, ['scripts/build.ts'], { cwd: checkout })
  if (code !== 0) throw new ReleaseError('Nothing was released.')
}

try {
  const [version = '', ...more] = process.argv.slice(2)
  const root = fileURLToPath(new URL('..', import.meta.url))
  const archive = await makeRelease({ root, version: more.length > 0 ? '' : version, build })
  console.log(`Released ${version}: ${archive}, with its checksum in SHA256SUMS beside it.`)
  console.log('To publish it: git push --follow-tags, then upload both files.')
} catch (error) {
  exitWithMessage(error, ReleaseError)
}
