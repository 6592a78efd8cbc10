/** An email address. If it is too long for its line, it breaks before the @, and anywhere if that is not enough. */
export function EmailAddress({ email }: { email: string }) {
  const [mailbox, domain] = email.split('@')
  return (
    <span className="[overflow-wrap:anywhere]">
      {mailbox}
      <wbr />@{domain}
    </span>
  )
}
