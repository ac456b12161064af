/** The initial code of a module whose functions are tools: descriptions, parameters and results. */
export const moduleStarter = `"""Work with short texts.

What stands here is told to the model as the rules of this group.
"""


def shout(text: str, times: int = 1) -> str:
    """Say a text loudly.

    Args:
        text (str): What to say.
        times (int): How often.
    """
    return " ".join([text.upper() + "!"] * times)


def count_words(text: str) -> dict:
    """Count the words of a text.

    Args:
        text (str): The text.
    """
    return {"words": len(text.split()), "characters": len(text)}


# The model reads a sentence in place of the JSON.
count_words.format = lambda result, args: f"{result['words']} words"
`;
