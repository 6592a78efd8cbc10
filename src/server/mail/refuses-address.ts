const enhancedStatus = /^5\d\d[ -](5\.\d+\.\d+)\b/m
/** No such mailbox or domain, a malformed address, a moved or disabled mailbox (RFC 3463, RFC 7505). */
const addressStatuses = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']
/** Without an enhanced status: no mailbox, not local, a mailbox name that is not allowed (RFC 5321). */
const addressReply = /^55[013]\b/
const isAboutUs = /sender|block|blacklist|reputation|policy|quota|relay|spam/i

/** Whether a reply to RCPT TO says that the address is wrong; otherwise it refuses this mail, or does not trust us. */
export function refusesAddress(reply: string): boolean {
  const status = enhancedStatus.exec(reply)?.[1]
  if (status) return addressStatuses.includes(status)
  return addressReply.test(reply) && !isAboutUs.test(reply)
}
