import { quickServer, startServer } from '../support/start-server.ts'
import { seedSite } from './seed-site.ts'
import { shareServers } from './servers.ts'

/** Starts the servers that all workers share. */
export default async function globalSetup() {
  const start = () => startServer({ RATE_LIMIT: 'off' }, quickServer)
  const [main, seeded] = await Promise.all([start(), start()])
  shareServers({
    main: { url: main.url, dataDir: main.dataDir },
    seeded: { url: seeded.url, seed: await seedSite(seeded.url) },
  })
  return async () => {
    await Promise.all([main.stop(), seeded.stop()])
  }
}
