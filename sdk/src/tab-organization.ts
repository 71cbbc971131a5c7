export type TabOrganization = {
  get(): string | undefined;
  /** Undefined: back to the person's default one. */
  set(id: string | undefined): void;
};

/** The organization that someone chose in this browser tab. It survives a reload; another tab has its own. */
export function tabOrganization(baseUrl = ''): TabOrganization {
  const name = `latchkey_organization${baseUrl && `:${baseUrl}`}`;
  let inMemory: string | undefined;
  return {
    get() {
      try {
        return sessionStorage.getItem(name) ?? undefined;
      } catch {
        // The browser denies storage, or this is a server.
        return inMemory;
      }
    },
    set(id) {
      inMemory = id;
      try {
        if (id === undefined) sessionStorage.removeItem(name);
        else sessionStorage.setItem(name, id);
      } catch {
        // Kept in memory only.
      }
    },
  };
}
