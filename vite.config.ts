import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** A few chunks per page instead of dozens: they compress better, and cost fewer requests. */
const groups = [
  // Without deferred-entry.ts, which loads before all other code.
  { name: 'app', tags: ['$initial' as const], test: /(?<!deferred-entry\.ts)$/, priority: 3 },
  {
    name: 'components',
    // Without those that no list of listings has.
    test: /src[\\/]web[\\/](head|listings|ui[\\/](?!code-|password-|use-countdown|illustrations[\\/](mail|not)))/,
    minShareCount: 3,
    priority: 2,
  },
  {
    name: 'cards',
    test: /src[\\/]web[\\/]listings[\\/](cards|browse|category-from-url|listing-)/,
    minShareCount: 2,
    priority: 1,
  },
]

/** The oldest browsers that every page works in. */
const oldestBrowsers = ['chrome114', 'firefox128', 'safari17']

export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  plugins: [react(), tailwindcss()],
  // One self-contained file: the server starts faster than by resolving React from node_modules, and a build in place
  // takes nothing away from a server that is running.
  ssr: isSsrBuild ? { noExternal: true } : {},
  build: {
    target: isSsrBuild ? 'es2023' : oldestBrowsers,
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: isSsrBuild
        ? 'src/web/entry-server.tsx'
        : ['src/web/deferred-entry.ts', 'src/web/entry-client.tsx'],
      output: { codeSplitting: isSsrBuild ? false : { groups } },
    },
  },
}))
