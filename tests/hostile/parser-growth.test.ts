import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { isCampusEmail, mailboxOf } from '#campus/campus.ts'
import { parseTerm } from '#categories/academic-terms.ts'
import {
  coerceBoolean,
  coerceChoice,
  coerceMoney,
  coerceNumber,
  parseList,
} from '#categories/coercion.ts'
import { parseCourseCodes } from '#categories/course-codes.ts'
import { isDay } from '#categories/days.ts'
import type { Field } from '#categories/field-kinds.ts'
import { inputSchema } from '#categories/field-schemas.ts'
import { categories } from '#categories/index.ts'
import { toIsbn13 } from '#categories/isbn.ts'
import { maxLengths } from '#categories/limits.ts'
import { foldText, isBlank, oneLine } from '#categories/text-rules.ts'
import * as accounts from '#contract/accounts.ts'
import { appealBody } from '#contract/appeals.ts'
import { confirmAuthenticatorBody, identityProof } from '#contract/identity-proof.ts'
import { parseFilters } from '#contract/list-filters.ts'
import { listParameterNames, listQuery } from '#contract/list-query.ts'
import { sendMessageBody } from '#contract/messages.ts'
import { newListingInput } from '#contract/new-listing-input.ts'
import { changeAccountBody, changePasswordBody } from '#contract/own-account.ts'
import { safeReturnPath } from '#contract/page-routes.ts'
import { addPasskeyBody, renamePasskeyBody } from '#contract/passkeys.ts'
import { photosInput } from '#contract/photo-schemas.ts'
import { reportBody } from '#contract/reports.ts'
import { saveSearchBody } from '#contract/saved-searches.ts'
import { maxTextLength } from '#contract/site-text-rules.ts'
import { visit } from '#contract/visits.ts'
import { findNudges } from '#english/nudges.ts'
import { toAddressText } from '#server/geocoding/geocoder.ts'
import { acceptedEncoding } from '#server/http/compression.ts'
import { clientNetwork } from '#server/limits/client-network.ts'
import { joinIsbns, tokenize, tokenizeWithCompounds } from '#server/listings/search/search-terms.ts'
import { understand } from '#server/listings/search/understand.ts'
import { normalizePageUrl } from '#server/pages/normalize-page-url.ts'
import { readLines, renderText } from '#server/settings/texts/render-text.ts'
import { deviceName } from '#server/students/client.ts'
import { commonPasswordCandidates } from '#server/students/passwords/common-passwords.ts'
import { dropQuery, findPageRoute } from '#server/visits/visit-log.ts'
import { isRobot } from '#server/visits/visit-routes.ts'
import { messageWordSignals, wordSignals } from '#server/words/word-signals.ts'
import { completeInputs } from '#tests/support/listing-inputs.ts'
import { ariaCurrent, dropTrailingSlashes } from '#web/navigation/link.tsx'
import {
  type HostileShape,
  hostileLinks,
  hostileMarkdown,
  hostileShapes,
} from './hostile-shapes.ts'

type Parse = (text: string) => unknown

/** The number of parts. The time of one text is compared with that of this many shorter texts. */
const parts = 32
/**
 * The highest ratio of the two times. It is about 1 if the cost grows with the length, and 32 if it grows with the square.
 */
const maxGrowth = 8
const rounds = { min: 2, max: 6 }

/** Returns whether a text takes much longer than its parts, each parsed alone, in every try. */
function growsTooFast(parse: Parse, shape: HostileShape, longest: number): boolean {
  const [long, part] = [shape(longest), shape(longest / parts)]
  const time = (work: () => void) => {
    const start = performance.now()
    work()
    return performance.now() - start
  }
  // The shortest time counts, because other work on the machine lengthens some of them.
  const shortest = { long: Infinity, parts: Infinity }
  for (let round = 1; round <= rounds.max; round++) {
    const partsTime = time(() => {
      for (let index = 0; index < parts; index++) parse(part)
    })
    shortest.parts = Math.min(shortest.parts, partsTime)
    shortest.long = Math.min(
      shortest.long,
      time(() => parse(long)),
    )
    if (round >= rounds.min && shortest.long <= maxGrowth * shortest.parts) return false
  }
  return true
}

/** Returns the shapes with which the cost of a parser grows faster than the length of the text. */
const slowShapes = (parse: Parse, longest: number) =>
  Object.entries(hostileShapes)
    .filter(([, shape]) => growsTooFast(parse, shape, longest))
    .map(([name]) => name)

/** The length of the long text. It is longer than any stored text. */
const longest = 8_000

const fieldsOf = (schema: z.ZodObject) => Object.keys(schema.shape)

const bodies = {
  signUp: accounts.signUpBody,
  confirmEmail: accounts.confirmEmailBody,
  logIn: accounts.loginBody,
  requestPasswordReset: accounts.requestPasswordResetBody,
  resetPassword: accounts.resetPasswordBody,
  proveIdentity: identityProof,
  addPasskey: addPasskeyBody,
  renamePasskey: renamePasskeyBody,
  confirmAuthenticator: confirmAuthenticatorBody,
  changeAccount: changeAccountBody,
  changePassword: changePasswordBody,
  sendMessage: sendMessageBody,
  report: reportBody,
  appeal: appealBody,
  saveSearch: saveSearchBody,
  visit,
}

const textbook = categories.find(({ id }) => id === 'textbook') ?? categories[0]

/**
 * The parsers to test. Those of a title or a search are missing, because these texts are shortened before anything else
 * reads them.
 */
const parsers: Record<string, Parse> = {
  coerceMoney,
  coerceNumber,
  coerceBoolean,
  coerceChoice: (text) => coerceChoice(['Selling', 'Wanting'], text),
  parseList,
  parseCourseCodes,
  toIsbn13,
  parseTerm,
  isDay,
  isBlank,
  foldText,
  toAddressText,
  oneLine,
  isCampusEmail,
  mailboxOf,
  commonPasswordCandidates,
  tokenize,
  tokenizeWithCompounds,
  joinIsbns: (text) => joinIsbns(textbook, text),
  understand: (text) => understand(categories[0], text, '2026-11-18'),
  safeReturnPath,
  deviceName,
  isRobot,
  acceptedEncoding,
  clientNetwork,
  dropQuery,
  findPageRoute,
  normalizePageUrl: (text) => normalizePageUrl(`/search?q=${encodeURIComponent(text)}`),
  ariaCurrent: (text) => ariaCurrent('/rentals', text),
  dropTrailingSlashes,
  photos: (text) => photosInput.safeParse(text),
  ...Object.fromEntries(
    Object.entries(bodies).flatMap(([body, schema]) =>
      fieldsOf(schema).map((name): [string, Parse] => [
        `${body}, ${name}`,
        (text) => schema.safeParse({ [name]: text }),
      ]),
    ),
  ),
}

describe('the cost of a text grows like its length', () => {
  it.each(Object.entries(parsers))('for %s', (_, parse) => {
    expect(slowShapes(parse, longest)).toEqual([])
  })

  // These functions read no more than the longest stored text.
  it.each(Object.entries({ wordSignals, findNudges }))('for %s', (_, parse) => {
    expect(slowShapes(parse, maxLengths.description)).toEqual([])
  })

  it('for links and disguised words in messageWordSignals', () => {
    const slow = Object.entries({ ...hostileShapes, ...hostileLinks })
      .filter(([, shape]) => growsTooFast(messageWordSignals, shape, longest))
      .map(([name]) => name)
    expect(slow).toEqual([])
  })

  it.each(Object.entries({ renderText, readLines }))('for Markdown in %s', (_, parse) => {
    const slow = Object.entries({ ...hostileShapes, ...hostileMarkdown })
      .filter(([, shape]) => growsTooFast(parse, shape, maxTextLength))
      .map(([name]) => name)
    expect(slow).toEqual([])
  })

  describe.each(categories)('of $id', (category) => {
    const { id, fields, apiNames } = category
    it.each(listParameterNames[id])('for the parameter %s', (name) => {
      const parse = (text: string) => {
        listQuery[id].safeParse({ [name]: text })
        parseFilters(category, new URLSearchParams({ [name]: text }))
      }
      expect(slowShapes(parse, longest)).toEqual([])
    })

    it.each(Object.entries<Field>(fields))('for the field %s', (_, field) => {
      const schema = inputSchema(field)
      expect(slowShapes((text) => schema.safeParse(text), longest)).toEqual([])
    })

    it('for a whole listing', () => {
      const values = completeInputs[id]
      const parse = (text: string) =>
        newListingInput[id].safeParse({ ...values, [apiNames.title]: text, description: text })
      expect(slowShapes(parse, longest)).toEqual([])
    })
  })
})
