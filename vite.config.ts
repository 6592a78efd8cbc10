import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { version } from './src/contract/version.ts'

/**
 * Three files for what nearly every page needs, one for forms, and one for cards. The bundler's defaults make one for each combination
 * of pages that share a module: 55 requests for a list instead of 29.
 */
const groups = [
  // React's own file stays the same from one version of the site to the next. React also makes errors while it starts. For
  // their stacks, V8 parses the whole file again while developer tools or Lighthouse are attached.
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  // Without deferred-entry.ts, which loads before all other code.
  { name: 'app', tags: ['$initial' as const], test: /(?<!deferred-entry\.ts)$/, priority: 2 },
  // The pages with forms share a file of their own, which others do not load.
  { name: 'forms', test: /node_modules\/(zod|react-hook-form|@hookform)\//, priority: 1 },
  // Lists and listings share the cards.
  { name: 'cards', test: /\/web\/listings\/(cards|categories)\// },
  // There are fewer than 18 pages for moderators, and as many with forms, so what only these share stays out. Most pages need nothing of account/
  // and no field for codes, although these pages and the forms share them.
  {
    name: 'shared',
    minShareCount: 18,
    test: /^(?!.*\/web\/account\/|.*\/(code-field|restricted-page)\.)/,
  },
]

/** The oldest browsers that every page works in. */
export const oldestBrowsers = ['chrome114', 'firefox128', 'safari17']

/** Reduces package.json to what pages read. The bundler would put the whole file into them, with the list of packages. */
const versionOfPackage: Plugin = {
  name: 'version-of-package',
  load: {
    filter: { id: /^(?!.*\/node_modules\/).*\/package\.json$/ },
    handler: () => JSON.stringify({ version }),
  },
}

export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  plugins: [react(), tailwindcss(), versionOfPackage],
  // One self-contained file: the server starts faster than by resolving React from node_modules, and a build in place
  // takes nothing away from a server that is running.
  ssr: isSsrBuild ? { noExternal: true } : {},
  // Leaves out React's development builds, two thirds of the bundle.
  define: isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
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
