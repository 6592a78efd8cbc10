import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const usualFolders = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']

/** nginx on this machine, installing it where that can be done unasked. */
export function findNginx(): string {
  const found = installedNginx()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    console.log('Installing nginx for the tests …')
    execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'nginx-light'], {
      env,
      stdio: 'ignore',
    })
    const installed = installedNginx()
    if (installed) return installed
  }
  throw new Error('This test needs nginx: install it (apt install nginx, brew install nginx).')
}

function installedNginx(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  return [...onPath, ...usualFolders].map((folder) => join(folder, 'nginx')).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
