import type { DemoListing } from './demo-listing.ts'
import { artsTextbooks } from './textbooks-arts-and-business.ts'
import { scienceTextbooks } from './textbooks-math-and-science.ts'

export const textbooks: DemoListing[] = [...scienceTextbooks, ...artsTextbooks].map(
  ({ seller, daysAgo, look, views, body }) => ({
    category: 'textbook',
    seller,
    daysAgo,
    scene: { kind: 'book', views, words: { title: body.book_title, author: body.author }, ...look },
    body,
  }),
)
