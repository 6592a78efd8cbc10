/** `data:` for the previews of photos, `blob:` for photos that are being uploaded. */
const contentSecurityPolicy = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

/** Sent with every response; a route may override its cache-control. */
export function commonHeaders(options: {
  https: boolean
  dev: boolean
  photoUrl: string | undefined
}): Record<string, string> {
  const directives = {
    ...contentSecurityPolicy,
    ...(options.photoUrl && {
      'img-src': `${contentSecurityPolicy['img-src']} ${new URL(options.photoUrl).origin}`,
    }),
    // Vite's hot reload uses a web socket and adds style elements.
    ...(options.dev && { 'connect-src': "'self' ws:", 'style-src': "'self' 'unsafe-inline'" }),
  }
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
