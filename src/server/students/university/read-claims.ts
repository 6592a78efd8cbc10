import { campus, findUniversity, isCampusEmail, joinWords } from '#campus/campus.ts'
import type { University } from '#campus/campus-settings.ts'
import { signUpBody } from '#contract/accounts.ts'
import { isReservedFullName } from '#contract/reserved-names.ts'
import type { IdentityProviderConfig } from '../../config.ts'
import { AppError } from '../../errors.ts'

type Claims = Readonly<Record<string, unknown>>

export interface Names {
  firstName: string
  lastName: string
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/**
 * Returns the university whose students log in with this provider, or undefined if the campus has none of that name. A
 * campus with one university needs no name.
 */
export function universityOf({
  university: name,
}: Pick<IdentityProviderConfig, 'university'>): University | undefined {
  const { universities } = campus
  if (name === undefined) return universities.length === 1 ? universities[0] : undefined
  return universities.find(({ shortName }) => shortName.toLowerCase() === name.toLowerCase())
}

/**
 * Returns the address that the university has verified, in lower case. Throws 403 with what to do if there is none, or
 * if it is not the university's own.
 */
export function readEmail(provider: IdentityProviderConfig, claims: Claims): string {
  const { label, emailClaim, verifiedClaim } = provider
  // Some providers send the email as a list, others send "true" as text.
  const [first] = [claims[emailClaim]].flat()
  const typed = textOf(first)
  const email = typed.toLowerCase()
  const refuse = (message: string) => new AppError('forbidden', message)
  const university = universityOf(provider)
  if (!email || !university) {
    throw refuse(
      `${label} didn't send us your email, so we can't tell who you are. Tell us at ${campus.contactEmail}.`,
    )
  }
  // Some letters outside ASCII become ASCII in lower case, so both are checked: "K" may be the sign for Kelvin.
  const isOwn = findUniversity(email)?.shortName === university.shortName
  if (!isOwn || !isCampusEmail(email) || !isCampusEmail(typed)) {
    const domains = university.emailDomains.map((domain) => `@${domain}`)
    throw refuse(
      `${label} says that your email is ${email}. We need your ${joinWords(domains, 'or')} address. Set it as your email at ${label}, then log in again.`,
    )
  }
  if (![true, 'true', 1, '1'].includes(claims[verifiedClaim] as string)) {
    throw refuse(
      `${label} hasn't verified ${email} yet. Verify your email there, then log in again.`,
    )
  }
  return email
}

/** Returns the names that follow our rules for names. The others are empty, and the student is asked for them. */
export function readNames(claims: Claims): Names {
  const { firstName, lastName } = signUpBody.shape
  const names = {
    firstName: firstName.safeParse(claims.given_name).data ?? '',
    lastName: lastName.safeParse(claims.family_name).data ?? '',
  }
  return isReservedFullName(names.firstName, names.lastName) ? { ...names, lastName: '' } : names
}

/**
 * Returns what the university says that somebody is, such as "alum staff", or null if it does not say. A word with a
 * scope, such as "student@university.example", counts only if the scope is the university's own: a federation may also
 * say what somebody is elsewhere.
 */
export function readAffiliations(
  provider: Pick<IdentityProviderConfig, 'affiliationClaim' | 'university'>,
  claims: Claims,
): string | null {
  const value = claims[provider.affiliationClaim]
  const domains = universityOf(provider)?.emailDomains ?? []
  if (value === undefined || value === null) return null
  const words = [value]
    .flat()
    .flatMap((each) =>
      textOf(each)
        .toLowerCase()
        .split(/[\s,;]+/),
    )
    .map((text) => text.split('@'))
    .filter(([, scope]) => scope === undefined || isOwnScope(scope, domains))
    .map(([word = '']) => word)
    .filter((word) => /^[\w-]{1,40}$/.test(word))
  return [...new Set(words)].sort().slice(0, 10).join(' ')
}

/** Email may have a domain of its own below the university's, as in mail.university.example, or the other way round. */
const isOwnScope = (scope: string, domains: readonly string[]): boolean =>
  domains.some(
    (domain) =>
      scope === domain ||
      scope.endsWith(`.${domain}`) ||
      (scope.includes('.') && domain.endsWith(`.${scope}`)),
  )
