import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * A few chunks per page instead of dozens: they compress better, cost fewer requests, and the entry, which lists the names
 * of all, is smaller. A module is in the first group by priority.
 */
const groups = [
  // Without deferred-entry.ts, which loads before all other code.
  { name: 'app', tags: ['$initial' as const], test: /(?<!deferred-entry\.ts)$/, priority: 3 },
  {
    name: 'components',
    // Without those that no list of listings has; contact-id is the login's too.
    test: /src[\\/]web[\\/](head|listings[\\/](?!category-icons|contact(?![\\/]contact-id)|detail|dashboard|delete-)|ui[\\/](?!avatar|breadcrumb|chip|code-|confirm-|illustrations|load-failed|password-|text-area|use-countdown|(checkbox|field|radio-group|select|text-field)\.))/,
    minShareCount: 3,
    priority: 2,
  },
  {
    name: 'fields',
    test: /src[\\/]web[\\/]ui[\\/](checkbox|field|radio-group|select|text-field)\./,
    minShareCount: 2,
    priority: 2,
  },
  // Of pages that share nothing else.
  {
    name: 'not-found',
    test: /illustrations[\\/]not-found|detail[\\/](listing-unavailable|no-listing)|ui[\\/](avatar|breadcrumb)|listing-values|icons[\\/](mail|chevron-right)\./,
    minShareCount: 2,
    priority: 2,
  },
  ...Object.entries({
    cards:
      /[iI]nfiniteQuery(?:Observer)?\.|contract[\\/]clip-text|src[\\/]web[\\/](listings[\\/](cards|browse|category-from-url|listing-|search[\\/]search-field)|saved[\\/]search-hash|ui[\\/](chip|illustrations[\\/]empty|load-failed))|icons[\\/](search|sliders-horizontal)\./,
    detail:
      /src[\\/]web[\\/](reports[\\/]report-button|listings[\\/](dashboard[\\/]card-anchor|detail|share-listing|contact[\\/]use-can-ask))|icons[\\/](arrow-left|pencil)\./,
    forms:
      /src[\\/]web[\\/](forms|ui[\\/]password-|accounts[\\/](account-form|email-field|error-messages|last-code|name-fields|new-password|password-rule|use-login|use-return))/,
    'category-links': /category-(links|icons)|icons[\\/](book-open|house|ticket)\./,
    arrows: /icons[\\/]arrow-(down|right|up-right)\./,
    reasons: /(report|decision)-reason/,
    'mail-links': /mail-link/,
  }).map(([name, test]) => ({ name, test, minShareCount: 2, priority: 1 })),
]

/**
 * React Router's own links and forms, in whose place src/web/link.tsx is: 4 KB of every first visit. The build keeps unused
 * components that are named or wrapped by a call. One that is imported after all works, without a name for the devtools.
 */
const withoutUnusedRouterComponents: Plugin = {
  name: 'without-unused-router-components',
  apply: 'build',
  transform: {
    filter: { id: /react-router[\\/].*[\\/]lib[\\/].*\.js$/ },
    handler: (code) => ({
      code: code
        .replace(/^\w+\.displayName = .*$/gm, '')
        .replace(/^(const \w+ = )(?=React\$1\.forwardRef)/gm, '$1/* @__PURE__ */ '),
      map: null,
    }),
  },
}

/** The oldest browsers that every page works in. */
const oldestBrowsers = ['chrome114', 'firefox128', 'safari17']

export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  plugins: [react(), tailwindcss(), ...(isSsrBuild ? [] : [withoutUnusedRouterComponents])],
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
