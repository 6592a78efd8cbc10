/** Photos may come from any address a student gave; everything else is this site's own. */
const contentSecurityPolicy = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' data: blob: http: https:",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

/** Sent with every response; a route may override its cache-control. */
export function commonHeaders(options: { https: boolean; dev: boolean }): Record<string, string> {
  const directives = options.dev
    ? // Vite's hot reload uses a web socket and adds style elements.
      {
        ...contentSecurityPolicy,
        'connect-src': "'self' ws:",
        'style-src': "'self' 'unsafe-inline'",
      }
    : contentSecurityPolicy
  return {
    'cache-control': 'private, no-cache',
    'content-security-policy': Object.entries(directives)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    ...(options.https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}
