/** The steps of the form of a rental. */
export const rentalFormSteps = [
  { first: 'title', title: 'The place' },
  { first: 'address', title: 'Where it is' },
  { first: 'cost', title: 'Cost and dates' },
  {
    first: 'is_utilities_included',
    title: "What's included",
    help: "Students filter by these. Skip any you don't know.",
  },
  { first: 'description', title: 'In your own words' },
] as const
