/** Listings whose prices are compared with each other. */
export interface PriceGroup {
  /** "rental sublet 2027-spring room 3", "textbook isbn 9780…": begins with the id of the category. */
  id: string
  /** What they are, after their number: "similar rooms for Spring 2027". */
  label: string
}
