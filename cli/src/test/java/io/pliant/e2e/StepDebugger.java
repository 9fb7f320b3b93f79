package io.pliant.e2e;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ClassNotLoadedException;
import com.sun.jdi.ClassType;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.InvalidTypeException;
import com.sun.jdi.InvocationException;
import com.sun.jdi.LongValue;
import com.sun.jdi.Method;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.EventRequestManager;
import com.sun.jdi.request.InvalidRequestStateException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * Stops a process of ours where it is about to do something, so that somebody can be killed at that
 * step and no other. Processes that are started with {@link #option} dial it. Only the thread that
 * is about to do it stands still meanwhile.
 */
final class StepDebugger implements AutoCloseable {
  /**
   * The beginning of a method.
   *
   * @param type full name of the class
   * @param argument full name of a type among the arguments, which tells it from its namesakes
   * @param time 1 for the first time that any process comes there, from when it is waited for
   */
  record Step(String type, String method, String argument, int time) {
    private boolean is(Method found) {
      return found.name().equals(method) && found.argumentTypeNames().contains(argument);
    }
  }

  /** A step that is waited for, and what is done at it. */
  private record Awaited(
      Step step, LongConsumer action, AtomicInteger times, CompletableFuture<Long> reached) {}

  private final ListeningConnector connector;
  private final Map<String, Connector.Argument> arguments;
  private final String address;
  private final List<VirtualMachine> machines = new CopyOnWriteArrayList<>();
  private final List<Awaited> awaited = new CopyOnWriteArrayList<>();

  StepDebugger() throws IOException {
    connector =
        Bootstrap.virtualMachineManager().listeningConnectors().stream()
            .filter(each -> each.transport().name().equals("dt_socket"))
            .findFirst()
            .orElseThrow();
    arguments = connector.defaultArguments();
    Objects.requireNonNull(arguments.get("localAddress")).setValue("127.0.0.1");
    try {
      address = connector.startListening(arguments);
    } catch (IllegalConnectorArgumentsException e) {
      throw new IllegalStateException(e);
    }
    start("debugger", this::accept);
  }

  /** What makes a Java process dial here. */
  String option() {
    return "-agentlib:jdwp=transport=dt_socket,server=n,suspend=n,address=127.0.0.1:"
        + address.substring(address.lastIndexOf(':') + 1);
  }

  /**
   * Waits for a step in any of the processes.
   *
   * @param action gets the process id; the step is done when it returns, if the process lives
   * @return completed with that process id after the action
   */
  synchronized CompletableFuture<Long> at(Step step, LongConsumer action) {
    Awaited each = new Awaited(step, action, new AtomicInteger(), new CompletableFuture<>());
    awaited.add(each);
    machines.forEach(machine -> watch(machine, each));
    return each.reached();
  }

  /** Waits for nothing any more. */
  synchronized void forget() {
    awaited.clear();
    for (VirtualMachine machine : machines) {
      try {
        EventRequestManager requests = machine.eventRequestManager();
        requests.deleteAllBreakpoints();
        requests.deleteEventRequests(List.copyOf(requests.classPrepareRequests()));
      } catch (VMDisconnectedException e) {
        machines.remove(machine); // it was killed
      }
    }
  }

  private static void start(String name, Runnable what) {
    Thread.ofPlatform().daemon().name(name).start(what);
  }

  private void accept() {
    while (true) {
      try {
        VirtualMachine machine = connector.accept(arguments);
        start("debugger of a process", () -> serve(machine));
        synchronized (this) { // else both this and the other might watch one step
          machines.add(machine);
          awaited.forEach(each -> watch(machine, each));
        }
      } catch (IOException | IllegalConnectorArgumentsException e) {
        return; // closed
      }
    }
  }

  private static void watch(VirtualMachine machine, Awaited each) {
    try {
      List<ReferenceType> loaded = machine.classesByName(each.step().type());
      if (loaded.isEmpty()) {
        ClassPrepareRequest request = machine.eventRequestManager().createClassPrepareRequest();
        request.addClassFilter(each.step().type());
        request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        request.putProperty("step", each);
        request.enable();
      }
      loaded.forEach(type -> breakIn(type, each));
    } catch (VMDisconnectedException e) {
      // it was killed before: what is awaited may come in the others
    }
  }

  private static void breakIn(ReferenceType type, Awaited each) {
    Method method =
        type.methods().stream()
            .filter(each.step()::is)
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("There is no " + each.step()));
    BreakpointRequest request =
        type.virtualMachine().eventRequestManager().createBreakpointRequest(method.location());
    request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    request.putProperty("step", each);
    try {
      request.enable();
    } catch (InvalidRequestStateException e) {
      // all was forgotten in between
    }
  }

  private void serve(VirtualMachine machine) {
    try {
      while (true) {
        EventSet events = machine.eventQueue().remove();
        start("debugger of a thread", () -> serve(machine, events)); // another may be waited for
      }
    } catch (VMDisconnectedException e) {
      machines.remove(machine); // it was killed, or has ended
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve(VirtualMachine machine, EventSet events) {
    try {
      try {
        events.forEach(StepDebugger::happened);
      } finally {
        events.resume(); // whatever went wrong here, no process of the test stands still for it
      }
    } catch (VMDisconnectedException e) {
      machines.remove(machine); // it was killed by this
    }
  }

  private static void happened(Event event) {
    if (event instanceof ClassPrepareEvent prepared
        && prepared.request().getProperty("step") instanceof Awaited each) {
      breakIn(prepared.referenceType(), each);
    }
    if (event instanceof BreakpointEvent stopped
        && stopped.request().getProperty("step") instanceof Awaited each
        && each.times().incrementAndGet() == each.step().time()) {
      try {
        long pid = pid(stopped.thread());
        each.action().accept(pid);
        each.reached().complete(pid);
      } catch (RuntimeException | AssertionError e) {
        each.reached().completeExceptionally(e);
      }
    }
  }

  /** Asks the process itself, in the thread that stands still. */
  private static long pid(ThreadReference thread) {
    ClassType type =
        (ClassType) thread.virtualMachine().classesByName("java.lang.ProcessHandleImpl").getFirst();
    try {
      ObjectReference current =
          (ObjectReference)
              type.invokeMethod(
                  thread, method(type, "current"), List.of(), ClassType.INVOKE_SINGLE_THREADED);
      LongValue pid =
          (LongValue)
              current.invokeMethod(
                  thread, method(type, "pid"), List.of(), ClassType.INVOKE_SINGLE_THREADED);
      return pid.value();
    } catch (InvalidTypeException
        | ClassNotLoadedException
        | IncompatibleThreadStateException
        | InvocationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Method method(ClassType type, String name) {
    return type.methodsByName(name).getFirst();
  }

  @Override
  public void close() throws IOException {
    try {
      connector.stopListening(arguments);
    } catch (IllegalConnectorArgumentsException e) {
      throw new IllegalStateException(e);
    }
  }
}
