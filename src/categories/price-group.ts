/** A group of listings whose prices are compared with each other. */
export interface PriceGroup {
  /** Begins with the category's id: "rental sublet 2027-spring room 3", "textbook isbn 9780…". */
  id: string
  /** Describes the listings, after their number: "similar rooms for Spring 2027". */
  label: string
  /** The listings differ so much that only a price far below most of them says something. */
  isBroad?: true
}
