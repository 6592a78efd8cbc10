import type { Config } from '../config.ts'
import type { App } from './app-types.ts'

export type IsOwnOrigin = (origin: string) => boolean

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** Whether an origin is this site's: that of APP_URL or, if APP_URL is unset, a loopback name with our port. */
export function createOwnOriginCheck(
  app: App,
  config: Pick<Config, 'APP_URL' | 'appUrlIsSet' | 'PORT'>,
): IsOwnOrigin {
  return (origin) => {
    if (config.appUrlIsSet) return origin === config.APP_URL
    const port = config.PORT || listeningPort(app)
    if (port) {
      return loopbackHosts.some((host) => new URL(`http://${host}:${port}`).origin === origin)
    }
    const { protocol, hostname } = URL.parse(origin) ?? {}
    return protocol === 'http:' && loopbackHosts.some((host) => host === hostname)
  }
}

function listeningPort({ server }: App): number | undefined {
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : undefined
}
