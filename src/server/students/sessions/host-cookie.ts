/** HttpOnly against scripts, SameSite=Lax against cross-site forms, and bound to the host over https. */
export function hostCookie(appUrl: string, name: string) {
  const secure = appUrl.startsWith('https:')
  return {
    name: secure ? `__Host-${name}` : name,
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  } as const
}
