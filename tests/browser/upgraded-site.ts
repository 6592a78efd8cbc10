import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { workerPath } from '#contract/offline.ts'

/**
 * Serves a site from another address, where it can be upgraded: the service worker then has another version. The pages stay as
 * they are.
 */
export async function startUpgradedSite(target: string) {
  let release = 0
  const server = createServer((incoming, outgoing) => forward(incoming, outgoing, target, release))
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    /** Returns the version that the service worker of all later requests has. */
    upgrade: () => versionOf(++release),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const versionOf = (release: number) => `release${release}`

async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: string,
  release: number,
) {
  const { url = '', method, headers } = incoming
  if (url === workerPath) {
    const script = await (await fetch(target + workerPath)).text()
    const changed = script.replace(/(version:.)[0-9a-f]{12}/, `$1${versionOf(release)}`)
    outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
    return outgoing.end(changed)
  }
  const forwarded = request(target + url, { method, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(outgoing)
  })
  // The browser goes away while it is offline.
  forwarded.on('error', () => outgoing.destroy())
  incoming.pipe(forwarded)
}
