// The Network Information API is not in TypeScript's libraries.
interface WorkerNavigator {
  readonly connection?: { readonly saveData?: boolean };
}
