import type { Render } from '#contract/rendering.ts'
import type { App } from '../http/app-types.ts'
import type { WebApp } from './web-build.ts'

const tags = [
  '<link rel="stylesheet" href="/src/web/styles.css">',
  '<script type="module" src="/@vite/client"></script>',
  '<script type="module" src="/src/web/entry-client.tsx"></script>',
].join('\n')

/** Loads the web app from its sources through Vite, with hot reload on the server's own port. */
export async function loadWebDev(app: App): Promise<WebApp> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { server: app.server } },
    logLevel: 'warn',
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) return done()
    vite.middlewares(request.raw, reply.raw, done)
  })
  app.addHook('onClose', () => vite.close())
  return {
    assetTags: () => tags,
    render: async (request) => {
      const entry = await vite.ssrLoadModule('/src/web/entry-server.tsx')
      return (entry.render as Render)(request)
    },
  }
}
