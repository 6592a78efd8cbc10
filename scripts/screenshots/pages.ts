import { nextTerms } from '#categories/academic-terms.ts'
import { categories } from '#categories/index.ts'
import { pagePaths } from '#contract/paths.ts'
import { campusIsoDate } from '#format/campus-date.ts'
import type { Reader, SampleSite } from './sample-site.ts'

/** Lists the whole pages for each reader, by the name of their picture. */
export function listPages({ listings, links }: SampleSite): Partial<Record<Reader, Pages>> {
  const [nextTerm] = nextTerms(campusIsoDate(Date.now()), 1)
  const { ended, removed, reported, ownRental, ownItem, request, ...others } = listings
  const listingPages = Object.entries(others).map(([name, { page }]) => [toFileName(name), page])
  return {
    visitor: {
      landing: pagePaths.home,
      search: pagePaths.search('desk'),
      'search-empty': pagePaths.search('igloo'),
      sell: pagePaths.sell,
      offline: pagePaths.offline,
      about: pagePaths.about,
      rules: pagePaths.rules,
      privacy: pagePaths.privacy,
      rentals: '/rentals',
      'rentals-filtered': `/rentals?term=${nextTerm?.id}&furnished=1&max_price=1200`,
      'two-bedroom-sublets': '/rentals?q=2+bedroom+sublet',
      'rentals-empty': '/rentals?q=igloo',
      textbooks: '/textbooks',
      copies: '/textbooks/isbn/9781285741550',
      misc: '/misc',
      ...Object.fromEntries(listingPages),
      gone: ended.page,
      student: pagePaths.student(1),
      login: pagePaths.login(),
      register: pagePaths.register,
      'forgot-password': pagePaths.forgotPassword,
      'reset-password': links.reset,
      'reset-password-expired': pagePaths.resetLink('x'),
      'reset-password-without-token': pagePaths.resetPassword,
      renew: links.renew,
      'renew-unknown': pagePaths.renew('x'),
      appeal: links.appeal,
      'appeal-unknown': pagePaths.appeal('x'),
      export: links.export,
      'export-unknown': pagePaths.exportData('x'),
      unsubscribe: links.unsubscribe,
      'unsubscribe-unknown': pagePaths.unsubscribe('x'),
      'university-login-unknown': pagePaths.universityLogin,
      'dashboard-visitor': pagePaths.dashboard,
      'not-found': '/nothing/here',
    },
    newcomer: {
      'dashboard-empty': pagePaths.dashboard,
      'messages-empty': pagePaths.messages,
      'saved-empty': pagePaths.saved,
      'rental-student': others.rental.page,
      contact: others.rental.contact,
    },
    ada: {
      'landing-student': pagePaths.home,
      dashboard: pagePaths.dashboard,
      account: pagePaths.account,
      messages: pagePaths.messages,
      conversation: links.conversation,
      saved: pagePaths.saved,
      compare: links.compare,
      letter: links.letter,
      'rentals-student': '/rentals',
      requests: '/wanted',
      request: request.page,
      'own-rental': ownRental.page,
      'own-item': ownItem.page,
      'edit-rental': ownRental.edit,
      ...Object.fromEntries(
        categories.map(({ id, path }) => [`add-${path}`, pagePaths.create(id)]),
      ),
    },
    liam: { 'dashboard-signals': pagePaths.dashboard },
    noah: {
      'own-rental-ended': ended.page,
      'own-item-removed': removed.page,
      'dashboard-ended': pagePaths.dashboard,
    },
    mei: {
      moderation: pagePaths.moderation(),
      'moderation-listing': reported.moderation,
      'moderation-students': pagePaths.moderatedStudents(),
      'moderation-student': pagePaths.moderatedStudent(1),
      'moderation-log': pagePaths.moderationLog(),
      'moderation-figures': pagePaths.moderationFigures,
      'moderation-rehearsal': pagePaths.moderationRehearsal,
      admin: pagePaths.admin,
      announcements: pagePaths.announcements,
      settings: pagePaths.settings,
      texts: pagePaths.texts,
      roles: pagePaths.roles,
      handover: pagePaths.handover,
    },
  }
}

/** Turns "soldRental" into "sold-rental" for the file name. */
const toFileName = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

type Pages = Record<string, string>
