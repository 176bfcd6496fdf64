import { useEffect, useState } from "preact/hooks";

/** Where we are: behind the #, so that the service has one page to serve. An empty name is the list. */
export function useRoute(): string {
  const [name, setName] = useState(nameInAddress);
  useEffect(() => {
    const moved = () => setName(nameInAddress());
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  return name;
}

export function addressOf(name: string): string {
  return `#/${encodeURIComponent(name)}`;
}

function nameInAddress(): string {
  try {
    return decodeURIComponent(location.hash.replace(/^#\/?/, ""));
  } catch {
    return "";
  }
}
