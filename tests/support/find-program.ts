import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const commonFolders = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']

/** Returns the path of a program. As root on Debian, installs it if it is missing. */
export function findProgram(name: string, debianPackage = name): string | undefined {
  const found = findInstalledProgram(name)
  if (found || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return found
  console.log(`Installing ${name} with apt-get…`)
  const aptGet = (...args: string[]) =>
    execFileSync('apt-get', ['-qq', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
    })
  try {
    aptGet('update')
    aptGet('install', '-y', '--no-install-recommends', debianPackage)
  } catch {
    console.log(`apt-get could not install ${name}.`)
  }
  return findInstalledProgram(name)
}

/** Returns the path of a program without installing it. */
export function findInstalledProgram(name: string): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  return [...onPath, ...commonFolders].map((folder) => join(folder, name)).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
