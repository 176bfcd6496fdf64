// Spam from text: bags of words, learned one message at a time. Words are met as they come.
import { accuracy, classifier, progressive } from "scinol";

const words = (text: string) => text.toLowerCase().match(/[a-z]+/g) ?? [];

const messages: [text: string, label: "spam" | "ham"][] = [
  ["Win a free prize now, claim your reward", "spam"],
  ["Lunch tomorrow at noon?", "ham"],
  ["Claim your free reward today, act now", "spam"],
  ["The report is attached, see you at the meeting", "ham"],
  ["You are a winner, free entry, click now", "spam"],
  ["Can we move the meeting to tomorrow?", "ham"],
  ["Free prize inside, click to claim", "spam"],
  ["Thanks for lunch, the report looks good", "ham"],
];

const spam = classifier({ classes: ["spam", "ham"] });
const stream = messages.map(([text, y]) => ({ x: { words: words(text), length: text.length }, y }));
const { accuracy: share } = await progressive(spam, stream, { accuracy: accuracy() }).finish();

// Each message was predicted before it was learned from: the first two could only be guessed.
console.log(`${Math.round(share * messages.length)} of ${messages.length} told apart before being learned`);
// → 6 of 8 told apart before being learned

const text = "Claim your free prize";
const { label, probabilities } = spam.predict({ words: words(text), length: text.length });
console.log(label, probabilities.get("spam")!.toFixed(2));
// → spam 0.81

console.log(spam.explain({ words: words(text), length: text.length }).contributions[0].column);
// → words
