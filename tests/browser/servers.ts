import type { Seed } from './seed-site.ts'

export interface Servers {
  /** A server that starts empty. Tests create their own students and listings on it. */
  main: { url: string; dataDir: string }
  /** A server with the listings of `seedSite`. Tests only read them. */
  seeded: { url: string; seed: Seed }
}

const variable = 'BROWSER_TEST_SERVERS'

/** Passes the servers to the workers, which inherit the environment of the global setup. */
export function shareServers(servers: Servers): void {
  process.env[variable] = JSON.stringify(servers)
}

export function readServers(): Servers {
  return JSON.parse(process.env[variable] ?? '')
}
