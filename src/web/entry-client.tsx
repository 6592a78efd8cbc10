import '@vitejs/plugin-react/preamble'
import './styles.css'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createApi } from './api.ts'
import { App } from './app.tsx'
import { BrowserRouter } from './navigation/router.tsx'
import { hydrate, QueryClient } from './queries/query-client.ts'
import { matchRoute } from './routes.ts'

// The content security policy forbids eval, which zod would try in order to compile its parsers.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

async function hydrateApp(root: HTMLElement, state: HTMLElement) {
  // Loaded before hydration: a suspended page would replace the server's markup by the fallback.
  await matchRoute(location.pathname).route.load()
  // Yields to input events that are waiting.
  await new Promise((resolve) => setTimeout(resolve))
  const queryClient = new QueryClient()
  hydrate(queryClient, JSON.parse(state.textContent ?? '[]'))
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <BrowserRouter>
          <App api={createApi((path, init) => fetch(path, init))} queryClient={queryClient} />
        </BrowserRouter>
      </StrictMode>,
    )
  })
}

const root = document.getElementById('root')
const state = document.getElementById('state')
// No top-level await: page chunks import this module's chunk, so both would wait for each other.
if (root && state) hydrateApp(root, state)
