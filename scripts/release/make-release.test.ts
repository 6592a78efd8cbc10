import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { at } from '#tests/support/campus-email.ts'
import { isWebBuilt, stampFile, webFingerprint } from '../build/fingerprint.ts'
import { makeRelease } from './make-release.ts'

/** A repository with one commit, whose changelog has a section of 0.2.0. */
function createRepository() {
  const root = mkdtempSync(join(tmpdir(), 'quad-test-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, content: unknown) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2)
    writeFileSync(join(root, path), `${text}\n`)
  }
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: root, encoding: 'utf8' }).trim()
  const git = (...args: string[]) => run('git', ...args)
  const commit = () => {
    git('add', '--all')
    git('commit', '--quiet', '--message', 'Change')
  }
  git('init', '--quiet')
  for (const [name, value] of [
    ['user.name', 'Ada'],
    ['user.email', at('ada')],
    ['commit.gpgsign', 'false'],
    ['tag.gpgsign', 'false'],
  ] as const) {
    git('config', name, value)
  }
  write('package.json', { name: 'quad', version: '0.1.0', type: 'module' })
  write('package-lock.json', { version: '0.1.0', packages: { '': { version: '0.1.0' } } })
  write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-11-18\n\n- New.')
  write('.gitignore', 'node_modules\ndist/\ndata/\n.cache/\n/release/')
  write('src/web/entry-client.tsx', 'start()')
  write('src/web/a.test.tsx', 'expect')
  for (const ignored of ['node_modules/a.js', 'data/quad.db', '.cache/a', 'dist/old.js']) {
    write(ignored, 'private')
  }
  commit()
  return { root, write, git, run, commit }
}

/** Writes what a build would, without a bundler. */
async function build(checkout: string) {
  for (const file of [
    'client/assets/app.js',
    'client/assets/app.js.br',
    'server/entry-server.js',
  ]) {
    const path = join(checkout, 'dist', file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `built of ${readFileSync(join(checkout, 'package.json'), 'utf8')}`)
  }
  writeFileSync(stampFile(checkout), webFingerprint(checkout))
}

it('tags a commit with the version, and archives it with its built pages', async () => {
  const { root, git, run } = createRepository()
  const archive = await makeRelease({ root, version: '0.2.0', build })
  expect(archive).toBe(join(root, 'release/quad-0.2.0.tar.gz'))
  expect(git('log', '--format=%s', '-2')).toBe('Release 0.2.0\nChange')
  expect(git('rev-parse', 'v0.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'))
  expect(git('cat-file', '-t', 'v0.2.0')).toBe('tag')
  expect(git('status', '--porcelain')).toBe('')
  expect(git('worktree', 'list').split('\n')).toHaveLength(1)
  const readJson = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
  expect(readJson('package.json')).toEqual({ name: 'quad', version: '0.2.0', type: 'module' })
  expect(readJson('package-lock.json')).toEqual({
    version: '0.2.0',
    packages: { '': { version: '0.2.0' } },
  })

  const listed = run('tar', '-tzf', archive).split('\n')
  const files = listed.filter((name) => !name.endsWith('/'))
  expect(files.map((name) => name.replace(/^quad-0\.2\.0\//, '')).sort()).toEqual([
    '.gitignore',
    'CHANGELOG.md',
    'dist/.built',
    'dist/client/assets/app.js',
    'dist/client/assets/app.js.br',
    'dist/server/entry-server.js',
    'package-lock.json',
    'package.json',
    'src/web/a.test.tsx',
    'src/web/entry-client.tsx',
  ])
  run('tar', '-xzf', archive)
  const unpacked = join(root, 'quad-0.2.0')
  expect(statSync(join(unpacked, 'package.json')).mode & 0o022).toBe(0)
  expect(isWebBuilt(unpacked)).toBe(true)
  expect(readFileSync(join(unpacked, 'dist/client/assets/app.js'), 'utf8')).toContain('"0.2.0"')
  const times = execFileSync('tar', ['--utc', '--full-time', '-tvzf', archive], {
    encoding: 'utf8',
  }).matchAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g)
  const committed = new Date(Number(git('log', '-1', '--format=%ct')) * 1000).toISOString()
  expect([...new Set(Array.from(times, ([time]) => time))]).toEqual([
    committed.slice(0, 19).replace('T', ' '),
  ])
})

it('gives the same archive for the same commit, and keeps the checksums of earlier ones', async () => {
  const { root, git, run, write, commit } = createRepository()
  const check = () => run('sh', '-c', 'cd release && sha256sum -c SHA256SUMS')
  const archive = await makeRelease({ root, version: '0.2.0', build })
  const first = readFileSync(archive)
  expect(check()).toBe('quad-0.2.0.tar.gz: OK')
  write(
    'CHANGELOG.md',
    '# Changelog\n\n## Unreleased\n\n## 0.10.0\n\n- More.\n\n## 0.2.0\n\n- New.',
  )
  commit()
  await makeRelease({ root, version: '0.10.0', build })
  expect(check()).toBe('quad-0.2.0.tar.gz: OK\nquad-0.10.0.tar.gz: OK')

  // The same commit on another machine.
  const other = createRepository()
  git('push', '--quiet', other.root, 'v0.2.0~1:refs/heads/again')
  other.git('checkout', '--quiet', '--force', 'again')
  const time = git('log', '-1', '--format=%cI', 'v0.2.0^{commit}')
  process.env.GIT_AUTHOR_DATE = time
  process.env.GIT_COMMITTER_DATE = time
  onTestFinished(() => {
    delete process.env.GIT_AUTHOR_DATE
    delete process.env.GIT_COMMITTER_DATE
  })
  const again = await makeRelease({ root: other.root, version: '0.2.0', build })
  expect(readFileSync(again).equals(first)).toBe(true)
})

it('refuses with a sentence, and then leaves nothing behind', async () => {
  const { root, git, write, commit } = createRepository()
  const release = (version: string, buildPages = build) =>
    makeRelease({ root, version, build: buildPages }).then(
      () => 'released',
      (error: Error) => error.message,
    )
  const head = git('rev-parse', 'HEAD')
  for (const version of ['', '1', 'v0.2.0', '0.2', '0.2.0-beta', '0.02.0', '0.2.0.1']) {
    expect(await release(version), version).toBe(
      'Name the version, three numbers: npm run release -- 0.2.0',
    )
  }
  expect(await release('0.1.0')).toBe('0.1.0 is not above the last version, 0.1.0.')
  expect(await release('0.0.9')).toBe('0.0.9 is not above the last version, 0.1.0.')
  const noText =
    'CHANGELOG.md has no text under "## 0.3.0 - DATE". Move what is new from "Unreleased" to such a section, and commit it.'
  expect(await release('0.3.0')).toBe(noText)

  const unclean = 'There are changes without a commit. Commit or stash them first.'
  write('new.txt', '')
  expect(await release('0.2.0')).toBe(unclean)
  rmSync(join(root, 'new.txt'))
  write('src/web/entry-client.tsx', 'changed()')
  expect(await release('0.2.0')).toBe(unclean)
  git('checkout', '--quiet', '.')

  const fail = async () => {
    throw new Error('no room')
  }
  expect(await release('0.2.0', fail)).toBe('no room')
  const touch = async (checkout: string) => {
    writeFileSync(join(checkout, 'src/web/entry-client.tsx'), 'changed()')
    await build(checkout)
  }
  expect(await release('0.2.0', touch)).toMatch(/^The build changed its own sources/)
  const leak = async (checkout: string) => {
    await build(checkout)
    writeFileSync(join(checkout, 'dist/server/entry-server.js'), `// ${root}/node_modules/react`)
  }
  expect(await release('0.2.0', leak)).toMatch(/entry-server\.js names folders of this machine\.$/)
  expect(await release('0.2.0', async () => undefined)).toMatch(/^The build changed its own/)
  expect(git('rev-parse', 'HEAD')).toBe(head)
  expect([git('tag'), git('status', '--porcelain')]).toEqual(['', ''])
  expect(git('worktree', 'list').split('\n')).toHaveLength(1)

  git('tag', 'v0.2.0')
  expect(await release('0.2.0')).toBe('The tag v0.2.0 exists already.')
  git('tag', '--delete', 'v0.2.0')
  git('tag', 'v0.10.0')
  expect(await release('0.9.0')).toBe('0.9.0 is not above the last version, 0.10.0.')
  write('CHANGELOG.md', '## 0.30.0\n\n### Added\n\n## 0.3.0\n\n- Old.')
  commit()
  expect(await release('0.30.0')).toBe(noText.replace('0.3.0', '0.30.0'))
})
