import { categoryById } from '#categories/index.ts'
import { appealDays, maxHiddenDays } from '#contract/moderation-rules.ts'
import { pagePaths } from '#contract/paths.ts'
import { reportReasonHelp } from '#contract/report-reason-help.ts'
import { reportReasonLabels, reportReasons } from '#contract/report-reasons.ts'
import { minComparedPrices } from '#contract/signal-rules.ts'
import type { TextName } from '#contract/site-text-rules.ts'

const { scam, private_information: privateInformation } = reportReasonLabels

const rules = `
{brand} is a marketplace for students. A few rules keep it useful, fair and safe for everyone.

### List what's yours {#yours}

- Things, books and rooms you have now and are allowed to sell or rent.
- Your own photos and an honest description. Say what's worn, broken or missing.
- The real price, in the right category.
- One listing per thing. Mark it when it's gone.

### Don't list {#forbidden}

- Weapons, alcohol, cannabis, tobacco and vapes, medicine, drugs.
- Anything stolen, faked or recalled, and tickets above the price printed on them.
- Essays, exams and answers, or offers to write them.
- Animals, and anything sexual.
- Ads, paid surveys, loans and get-rich-quick schemes.

### Treat others well {#kindness}

- Reply, show up when you said you would, and say so if you can't.
- Never ask for a deposit or a code before someone has seen what they're paying for.
- Don't turn anyone away for their origin, faith, gender, disability or who they love.
- Don't threaten or insult anyone, in messages either. If someone says no, leave it there.
- Don't post anyone's number, address or picture without their consent.

## Report what's wrong {#report}

Every listing and every profile has a button, “Report this listing” or “Report this student”, and every conversation has Report in its menu, next to Block. Log in, choose a reason and add what moderators should know. Only they see that it was you, and we'll email you the outcome.

${reportReasons.map((reason) => `- **${reportReasonLabels[reason]}**\\\n  ${reportReasonHelp[reason]}`).join('\n')}

Report what you think is wrong, not people you don't like. In danger? Call {emergencyNumber} first, then campus security.

## Before you pay {#signals}

We add a note to a listing or a message when the price of a home or textbook is far below the middle of at least ${minComparedPrices} similar ones, the same photo is in another student's listing, or the text asks for money the way scams do. The note says what we noticed and what to do.

Sellers are targets too. Messages have a note if someone wants you to accept money through a link, to read out a code, to share bank details, to send part of a payment back, or to leave the payment to a courier. You can report the conversation from there. The sender doesn't see the note.

The note isn't a verdict. Simple rules add it, so honest listings can get one, too. It never hides or blocks anything.

Does your listing have a note that is wrong? Say so on your [dashboard](${pagePaths.dashboard}), and a moderator will look at it.

## What moderators do {#moderators}

Moderators are students like you. They read reports and decide if a listing stays, has to be changed or is removed. People who break the rules are warned, suspended for a while, or lose their account. While suspended, you can't post, report or start conversations, but you can reply in the ones you have.

A listing that several students report is hidden, usually for ${maxHiddenDays} days at most. One reported as ${scam} or ${privateInformation} stays hidden until a moderator has looked at it. No moderator decides their own case.

You always get an email with the reason. If you think it's wrong, use the link in it to appeal within ${appealDays} days. Where possible, a different moderator will review it.

## Not a student? {#contact}

Are you a landlord and your place is listed without you? Is your number or picture on {brand}? Email us the link to the page. You don't need an account.

[{contactEmail}](mailto:{contactEmail})
`

const about = `
{brand} is for {community} students. Find a room for the term, pass on last year's textbooks, and give everything else a second life with someone you might meet in the next lecture.

### Verified listings {#verified}

Every listing comes from an account with a university email, so you know you're dealing with someone on campus.

### Smart filters {#filters}

Filter by bedrooms, faculty, condition or price to find the few that fit. Save the search and we'll email you when something new matches.

### Renter-landlord messaging {#messages}

Message the seller right from the listing, or email them if they show their email. No bots in between.

## Why we built it {#story}

Looking for a sublet used to mean scrolling through social media, past scams, reposts and strangers. {brand} keeps the part that works, students helping students, and leaves out the rest. You join with a university email, see real names and clear prices, and meet on campus.

[See rentals](/${categoryById.rental.path})
`

/** The texts of this release. They name the campus in braces, so they follow its settings. */
export const defaultTexts: Record<TextName, string> = {
  rules: rules.trim(),
  about: about.trim(),
  privacy: '',
}
