/** The landing page's drawings, each one line for Icon. */
export const icons = {
  ads: 'M4 10v4h3l9 5V5l-9 5zM8 14.5l1 5h3M19.5 9.5v5',
  resellers: 'M3.5 10 5.5 4.5h13l2 5.5zM5.5 10v9.5h13V10M10 19.5v-5h4v5',
  tracking: 'M2.5 12c5-7.5 14-7.5 19 0-5 7.5-14 7.5-19 0M12 9a3 3 0 1 0 .01 0',
  fakes: 'M8.5 8.5h12v12h-12zM15.5 8.5v-5h-12v12h5M12 14.5h5',
  noise: 'm12 3 9 4.5-9 4.5-9-4.5zM3 12l9 4.5 9-4.5M3 16.5 12 21l9-4.5',
  price: 'M11 4.5a8.5 8.5 0 1 0 8.5 8.5H11zM15 3a8 8 0 0 1 6 6h-6z',
  answer: 'M12 3c1 6 3 8 9 9-6 1-8 3-9 9-1-6-3-8-9-9 6-1 8-3 9-9z',
  you: 'M12 4a4 4 0 1 0 .01 0M4.5 20.5c0-9.5 15-9.5 15 0',
  brand: 'm8.5 4-6 3.5 2 4 2.5-1V20h10v-9.5l2.5 1 2-4-6-3.5c-1 2.5-6 2.5-7 0z',
};
