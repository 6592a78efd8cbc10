/** Breaks before the @ where it is too long for a line, and only then anywhere. */
export function EmailAddress({ email }: { email: string }) {
  const [mailbox, domain] = email.split('@')
  return (
    <span className="[overflow-wrap:anywhere]">
      {mailbox}
      <wbr />@{domain}
    </span>
  )
}
