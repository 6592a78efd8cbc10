import type { Seed } from './seed-site.ts'

export interface Servers {
  /** Starts empty; tests create their own students and listings on it. */
  main: { url: string; dataDir: string }
  /** Has the listings of `seedSite`; tests only read them. */
  seeded: { url: string; seed: Seed }
}

const variable = 'BROWSER_TEST_SERVERS'

/** Workers inherit the environment of the global setup. */
export function shareServers(servers: Servers): void {
  process.env[variable] = JSON.stringify(servers)
}

export function readServers(): Servers {
  return JSON.parse(process.env[variable] ?? '')
}
