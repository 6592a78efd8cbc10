import '@vitejs/plugin-react/preamble'
import './styles.css'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createApi } from './api.ts'
import { App } from './app.tsx'
import { BrowserRouter } from './navigation/router.tsx'
import { QueryClient } from './queries/query-client.ts'
import { matchRoute } from './routes.ts'

// These pages may compile no code as they run: the forms' checks would try, and the browser report it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

async function takeOver(root: HTMLElement, state: HTMLElement) {
  // The page's own code is there before hydration, so that nothing the server drew disappears.
  await matchRoute(location.pathname).route.load()
  // What the visitor did meanwhile comes first.
  await new Promise((resolve) => setTimeout(resolve))
  const queries = new QueryClient()
  queries.addAnswers(JSON.parse(state.textContent ?? '[]'))
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <BrowserRouter>
          <App api={createApi((path, init) => fetch(path, init))} queries={queries} />
        </BrowserRouter>
      </StrictMode>,
    )
  })
}

const root = document.getElementById('root')
const state = document.getElementById('state')
// Not awaited here: the page's code imports this file's, and each would wait for the other.
if (root && state) takeOver(root, state)
