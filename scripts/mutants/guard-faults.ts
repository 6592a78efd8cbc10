import type { Fault } from './fault.ts'

/** Faults in the code that protects people and their data: policies, sessions, caches and headers. */
export const guardFaults: readonly Fault[] = [
  {
    name: 'Let a suspended student start a conversation',
    file: 'src/server/policies.ts',
    search: "  'upload photo',\n  'start thread',\n  'report',\n",
    replace: "  'upload photo',\n  'report',\n",
    tests: ['src/server/policies.test.ts', 'tests/access.test.ts'],
  },
  {
    name: 'Accept writes from other sites of the same domain',
    file: 'src/server/http/csrf.ts',
    search: "site === 'same-origin' || site === 'none'",
    replace: "site === 'same-origin' || site === 'same-site' || site === 'none'",
    tests: ['src/server/http/csrf.test.ts'],
  },
  {
    name: 'Accept a copied session token after it was replaced',
    file: 'src/server/students/sessions/sessions.ts',
    search: "state === 'replayed' || state === 'expired'",
    replace: "state === 'expired'",
    tests: ['src/server/students/sessions/session-routes.test.ts'],
  },
  {
    name: 'Count a login that was never checked as a failed one',
    file: 'src/server/students/sessions/login-attempt-limiter.ts',
    search: "if (outcome !== 'wrong') {",
    replace: "if (outcome === 'right') {",
    tests: ['src/server/students/sessions/log-in.test.ts'],
  },
  {
    name: 'Serve the photos of a hidden listing to everyone',
    file: 'src/server/photos/photo-queries.ts',
    search: "status IN ('hidden', 'removed')",
    replace: "status = 'removed'",
    tests: ['src/server/photos/photo-routes.test.ts', 'tests/listing-visibility.test.ts'],
  },
  {
    name: 'Cache one page for visitors and students alike',
    file: 'src/server/pages/page-routes.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a piece of source code
    search: 'key: `${audience} ${themeOf(request)} ${shownKeys} ${url}`',
    replace: 'key: url',
    tests: [
      'src/server/pages/page-cache.test.ts',
      'src/server/pages/page-audience.test.ts',
      'tests/audience-leaks.test.ts',
    ],
  },
  {
    name: 'Let browsers store personal pages',
    file: 'src/server/pages/page-routes.ts',
    search: "    reply.header('cache-control', 'no-store')\n",
    replace: '',
    tests: [
      'src/server/pages/page-routes.test.ts',
      'src/server/pages/page-audience.test.ts',
      'tests/audience-leaks.test.ts',
    ],
  },
  {
    name: 'Send a message without waiting for the check of blocks',
    file: 'src/server/messages/thread-access.ts',
    search: 'await requireUnblocked(db, sender, other)',
    replace: 'requireUnblocked(db, sender, other)',
    tests: ['src/server/messages/blocks/block-routes.test.ts'],
  },
  {
    name: 'Show last names to accounts that have not confirmed their email',
    file: 'src/server/listings/profiles/read-profile.ts',
    search: "(audience === 'students' && user?.confirmation !== 'required')",
    replace: "audience === 'students'",
    tests: ['src/server/listings/profiles/profile-routes.test.ts'],
  },
  {
    name: 'Ask a suspended student to confirm before saying why they cannot post',
    file: 'src/server/http/authorization.ts',
    search: `  if (suspension && isSuspendedFrom(action)) return suspended(suspension.message)
  if (!isConfirmedFor(confirmation, action)) return unconfirmed()`,
    replace: `  if (!isConfirmedFor(confirmation, action)) return unconfirmed()
  if (suspension && isSuspendedFrom(action)) return suspended(suspension.message)`,
    tests: [
      'src/server/students/restrictions/restrict-student.test.ts',
      'src/server/students/restrictions/unproven-mailbox.test.ts',
      'tests/access.test.ts',
    ],
  },
]
